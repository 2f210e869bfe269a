import { appendFileSync, writeFileSync } from 'node:fs'

/** Writes down each browser test as it ends, so that what came of it is known however the run itself ends. */
export default class ResultsReporter {
  #file = process.env.PLAYWRIGHT_RESULTS_FILE

  printsToStdio() {
    return false
  }

  onBegin(_config, suite) {
    if (this.#file) writeFileSync(this.#file, `${JSON.stringify({ planned: suite.allTests().length })}\n`)
  }

  onTestEnd(test, { status, errors }) {
    if (!this.#file) return
    const ok = status === test.expectedStatus
    const [file = '', ...titles] = test.titlePath().slice(2)
    const messages = errors.map(({ message }) => message)
    appendFileSync(
      this.#file,
      `${JSON.stringify({ id: test.id, ok, skipped: status === 'skipped', name: `${file} › ${titles.join(' › ')}`, messages })}\n`,
    )
  }
}
