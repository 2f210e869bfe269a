import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

/** Writes down each browser test as it ends, so that what came of it is known however the run itself ends. */
export default class ResultsReporter {
  #file = process.env.PLAYWRIGHT_RESULTS_FILE

  printsToStdio() {
    return false
  }

  onBegin(_config, suite) {
    if (this.#file) writeFileSync(this.#file, `${JSON.stringify({ planned: suite.allTests().length })}\n`)
  }

  onTestEnd(test, { status, errors, attachments }) {
    if (!this.#file) return
    const ok = status === test.expectedStatus
    const [file = '', ...titles] = test.titlePath().slice(2)
    const messages = errors.map(({ message }) => message)
    const line = {
      id: test.id,
      ok,
      skipped: status === 'skipped',
      name: `${file} › ${titles.join(' › ')}`,
      messages,
      page: ok ? '' : pageOf(attachments),
    }
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }
}

/** What stood in the page when a test failed; nothing where none was open. */
function pageOf(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const text = path === undefined ? '' : readFileSync(path, 'utf8')
  return /# Page snapshot\s+```yaml\n([\s\S]*?)\n```/.exec(text)?.[1] ?? ''
}
