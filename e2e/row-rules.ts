import type { BrowserContext } from 'playwright/test'
import { organizationIds, question, switchOf, toasts } from './accounts'
import { begin, call, enter, expect, type Page, signIn, unique } from './fixtures'
import {
  addButton,
  addOrganization,
  addWorker,
  ask,
  confirmButton,
  found,
  type List,
  type Made,
  nothingFound,
  openListAt,
  rowOf,
  rowsOf,
  tell,
} from './lists'
import { test } from './people'

/** What a list of records that belong to organizations needs for the rules that all of them share. */
export interface RecordKind {
  list: List
  /** Begins the titles. */
  id: string
  /** Begins its permission codes. */
  codes: string
  detail: string
  remove: string
  /** The call that the switch makes, where the rows have one. */
  enable?: (id: string, enabled: boolean) => readonly [path: string, body: unknown]
  add: (admin: BrowserContext, orgId: string, name: string) => Promise<Made>
  /** An add and an update of this record, both well formed. */
  changes: (made: Made, orgId: string, fresh: string) => readonly (readonly [path: string, body: unknown])[]
  /** An organization is its own place: whoever sees it belongs to it. */
  isPlace?: boolean
}

const south = 'SOUTH'
const west = 'WEST'
const shortPrefix = () => `m${unique('').slice(-14)}`

/** Adds records that share a prefix; the last one added comes first. */
async function addMany(admin: BrowserContext, kind: RecordKind, count: number): Promise<string> {
  const prefix = shortPrefix()
  const orgId = (await organizationIds(admin)).EAST ?? ''
  for (let number = 1; number <= count; number += 1) {
    await kind.add(admin, orgId, prefix + String(number).padStart(2, '0'))
  }
  return prefix
}

async function addOne(admin: BrowserContext, kind: RecordKind, orgCode = 'EAST'): Promise<Made> {
  return kind.add(admin, (await organizationIds(admin))[orgCode] ?? '', shortPrefix())
}

async function removeShown(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `删除${name}` }).click()
  await expect(question(page)).toContainText(`确定要删除数据“${name}”吗？`)
  await confirmButton(page).click()
  await expect(toasts(page)).toContainText('删除成功')
}

/** A record that the session of `context` only sees, and its organization. */
async function beginViewer(
  context: BrowserContext,
  admin: BrowserContext,
  kind: RecordKind,
): Promise<{ made: Made; orgId: string }> {
  if (kind.isPlace !== true) {
    await begin(context, 'operator', west)
    return { made: await addOne(admin, kind, west), orgId: (await organizationIds(admin))[west] ?? '' }
  }
  const place = await addOrganization(admin, { name: shortPrefix() })
  const worker = await addWorker(admin, place.id, [`${kind.codes}.search`, `${kind.codes}.detail`])
  await signIn(context, worker.account)
  await enter(context, place.code, 'uia')
  return { made: place, orgId: place.id }
}

/** Every call that changes the record. */
function changesOf(kind: RecordKind, made: Made, orgId: string, fresh: string) {
  return [
    ...kind.changes(made, orgId, fresh),
    ...(kind.enable === undefined ? [] : [kind.enable(made.id, false)]),
    [`${kind.remove}/${made.id}`, undefined] as const,
  ]
}

const detailOf = async (admin: BrowserContext, kind: RecordKind, id: string) => {
  const { version: _, ...detail } = await ask<Record<string, unknown>>(admin, `${kind.detail}/${id}`)
  return detail
}

/** LIST-8, 9, 10 and PERM-1, 3, 5 on one list. */
export function rowRules(kind: RecordKind): void {
  const { list, id } = kind

  test.describe('deleting', () => {
    test(`LIST-10 ${id} a delete names the row, and cancel deletes nothing`, async ({
      page,
      context,
      admin,
    }) => {
      await begin(context, 'admin')
      const made = await addOne(admin, kind)
      await openListAt(page, list, made.name)
      await page.getByRole('button', { name: `删除${made.name}` }).click()
      await expect(question(page)).toContainText(`确定要删除数据“${made.name}”吗？`)
      await question(page).getByRole('button', { name: '取消' }).last().click()
      await expect(question(page)).toBeHidden()
      await page.getByRole('button', { name: `删除${made.name}` }).click()
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question(page)).toBeHidden()
      await page.reload()
      await expect(rowOf(page, list, made.name)).toBeVisible()
      expect(await found(admin, list, made.name)).toHaveLength(1)
    })

    test(`LIST-10 ${id} a confirmed delete removes the row for good`, async ({ page, context, admin }) => {
      await begin(context, 'admin')
      const made = await addOne(admin, kind)
      await openListAt(page, list, made.name)
      await removeShown(page, made.name)
      await expect(nothingFound(page)).toBeVisible()
      await page.reload()
      await expect(nothingFound(page)).toBeVisible()
      expect(await found(admin, list, made.name)).toEqual([])
      expect((await call(admin, 'GET', `${kind.detail}/${made.id}`)).status).toBe(404)
    })

    test(`LIST-10 CALL-4 ${id} a delete that the platform refuses says why, and the row stays`, async ({
      page,
      context,
      admin,
      expected,
    }) => {
      await begin(context, 'admin')
      const made = await addOne(admin, kind)
      await openListAt(page, list, made.name)
      await tell(admin, `${kind.remove}/${made.id}`)
      expected.push(/status of 404/)
      await page.getByRole('button', { name: `删除${made.name}` }).click()
      await confirmButton(page).click()
      await expect(toasts(page).getByRole('alert')).toHaveText('记录不存在')
      await expect(question(page)).toBeHidden()
      await expect(rowOf(page, list, made.name)).toBeVisible()
    })

    test(`LIST-8 ${id} a deleted last row steps back one page, and only a last one does`, async ({
      page,
      context,
      admin,
    }) => {
      await begin(context, 'admin')
      const prefix = await addMany(admin, kind, 12)
      await openListAt(page, list, prefix, '&page=2')
      await expect(rowsOf(page, list)).toHaveCount(2)
      await removeShown(page, `${prefix}02`)
      await expect(rowsOf(page, list)).toHaveCount(1)
      await expect(page).toHaveURL(`${list.path}?${list.search}=${prefix}&page=2`)
      await removeShown(page, `${prefix}01`)
      await expect(page).toHaveURL(`${list.path}?${list.search}=${prefix}`)
      await expect(rowsOf(page, list)).toHaveCount(10)
      await expect(page.getByText('共 10 条')).toBeVisible()
    })
  })

  const { enable } = kind
  if (enable !== undefined) {
    test.describe('switching', () => {
      test(`LIST-9 ${id} cancel leaves the switch as it was`, async ({ page, context, admin }) => {
        await begin(context, 'admin')
        const made = await addOne(admin, kind)
        await openListAt(page, list, made.name)
        const state = switchOf(page, made.name)
        await state.click()
        await expect(question(page)).toContainText(`确定要停用“${made.name}”吗？`)
        await question(page).getByRole('button', { name: '取消' }).last().click()
        await expect(question(page)).toBeHidden()
        await state.click()
        await expect(question(page)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(question(page)).toBeHidden()
        await page.reload()
        await expect(state).toBeChecked()
        expect(await detailOf(admin, kind, made.id)).toMatchObject({ enabled: true })
      })

      test(`LIST-9 ${id} confirm stores the state, says so and shows it, off and on again`, async ({
        page,
        context,
        admin,
      }) => {
        await begin(context, 'admin')
        const made = await addOne(admin, kind)
        await openListAt(page, list, made.name)
        const state = switchOf(page, made.name)
        await state.click()
        await confirmButton(page).click()
        await expect(toasts(page)).toContainText('停用成功')
        await expect(state).not.toBeChecked()
        await page.reload()
        await expect(state).not.toBeChecked()
        expect(await detailOf(admin, kind, made.id)).toMatchObject({ enabled: false })
        await state.click()
        await expect(question(page)).toContainText(`确定要启用“${made.name}”吗？`)
        await confirmButton(page).click()
        await expect(toasts(page)).toContainText('启用成功')
        await page.reload()
        await expect(state).toBeChecked()
        expect(await detailOf(admin, kind, made.id)).toMatchObject({ enabled: true })
      })

      test(`LIST-9 CALL-4 ${id} a refusal shows the platform’s message, and the switch stays`, async ({
        page,
        context,
        admin,
        expected,
      }) => {
        await begin(context, 'admin')
        const made = await addOne(admin, kind)
        await openListAt(page, list, made.name)
        await tell(admin, `${kind.remove}/${made.id}`)
        expected.push(/status of 404/)
        await switchOf(page, made.name).click()
        await confirmButton(page).click()
        await expect(toasts(page).getByRole('alert')).toHaveText('记录不存在')
        await expect(question(page)).toBeHidden()
        await expect(switchOf(page, made.name)).toBeChecked()
      })
    })
  }

  test.describe('permissions', () => {
    test(`PERM-1 PERM-3 ${id} without the codes there is no button, and a switch is disabled with its reason`, async ({
      page,
      context,
      admin,
    }) => {
      const { made } = await beginViewer(context, admin, kind)
      await openListAt(page, list, made.name)
      await expect(rowOf(page, list, made.name)).toBeVisible()
      await expect(addButton(page)).toHaveCount(0)
      await expect(rowOf(page, list, made.name).getByRole('button')).toHaveCount(0)
      const state = switchOf(page, made.name)
      await expect(state).toHaveCount(enable === undefined ? 0 : 1)
      if (enable === undefined) return
      await expect(state).toBeDisabled()
      await expect(state).toHaveAccessibleDescription('您没有此操作的权限')
      await state.focus()
      await page.keyboard.press('Space')
      await state.click({ force: true })
      await expect(question(page)).toHaveCount(0)
      await expect(state).toBeChecked()
    })

    test(`PERM-1 ${id} the same calls made by hand are refused with 403, and nothing is changed`, async ({
      context,
      admin,
    }) => {
      const { made, orgId } = await beginViewer(context, admin, kind)
      const before = await detailOf(admin, kind, made.id)
      const fresh = shortPrefix()
      for (const [path, body] of changesOf(kind, made, orgId, fresh)) {
        const answer = await call(context, 'POST', path, body)
        expect([answer.status, answer.code, answer.msg], path).toEqual([403, 403, '没有权限'])
      }
      expect(await detailOf(admin, kind, made.id)).toEqual(before)
      expect(await found(admin, list, fresh)).toEqual([])
    })

    test(`PERM-1 PERM-2 ${id} with the codes every action shows and works`, async ({
      page,
      context,
      admin,
    }) => {
      const place = await addOrganization(admin, { name: shortPrefix() })
      const made = kind.isPlace ? place : await kind.add(admin, place.id, shortPrefix())
      const actions = ['search', 'detail', 'add', 'update', 'delete', ...(enable ? ['updateEnable'] : [])]
      const worker = await addWorker(
        admin,
        place.id,
        actions.map((action) => `${kind.codes}.${action}`),
      )
      await signIn(context, worker.account)
      await enter(context, place.code, 'uia')
      await openListAt(page, list, made.name)
      await expect(addButton(page)).toBeVisible()
      await expect(page.getByRole('button', { name: `编辑${made.name}` })).toBeVisible()
      await expect(page.getByRole('button', { name: `删除${made.name}` })).toBeVisible()
      if (enable !== undefined) await expect(switchOf(page, made.name)).toBeEnabled()
      if (kind.isPlace) return
      await removeShown(page, made.name)
      expect(await found(admin, list, made.name)).toEqual([])
    })

    test(`PERM-5 ${id} another organization’s records are not listed, and their ids are refused with 403`, async ({
      page,
      context,
      admin,
    }) => {
      const made = await addOne(admin, kind, south)
      const orgId = kind.isPlace ? made.id : ((await organizationIds(admin))[south] ?? '')
      const before = await detailOf(admin, kind, made.id)
      await begin(context, 'operator')
      await openListAt(page, list, made.name)
      await expect(nothingFound(page)).toBeVisible()
      await expect(rowsOf(page, list)).toHaveCount(0)
      expect((await call(context, 'GET', `${kind.detail}/${made.id}`)).status).toBe(403)
      for (const [path, body] of changesOf(kind, made, orgId, shortPrefix())) {
        // Anyone with the code may add an organization; it is then theirs.
        if (kind.isPlace && path.endsWith('/add')) continue
        expect((await call(context, 'POST', path, body)).status, path).toBe(403)
      }
      expect(await detailOf(admin, kind, made.id)).toEqual(before)
    })

    test(`PERM-5 ${id} an unknown id is refused like a foreign one, and told to a super administrator only`, async ({
      context,
      admin,
    }) => {
      await begin(context, 'operator')
      for (const unknown of ['01890000-0000-7000-8000-000000000000', 'nobody', '0']) {
        expect((await call(context, 'GET', `${kind.detail}/${unknown}`)).status, unknown).toBe(403)
        expect((await call(context, 'POST', `${kind.remove}/${unknown}`)).status, unknown).toBe(403)
        expect((await call(admin, 'GET', `${kind.detail}/${unknown}`)).status, unknown).toBe(404)
      }
    })

    test(`PERM-1 GUARD-13 ${id} a person without the page’s code gets 403 from the page and the call`, async ({
      page,
      context,
      admin,
      expected,
    }) => {
      expected.push(/status of 403/)
      const orgId = (await organizationIds(admin)).EAST ?? ''
      const worker = await addWorker(admin, orgId, ['uia.online.search'])
      await signIn(context, worker.account)
      await enter(context, 'EAST', 'uia')
      const response = await page.goto(list.path)
      expect(response?.status()).toBe(403)
      await expect(page.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
      expect((await call(context, 'GET', list.call)).status).toBe(403)
    })
  })
}
