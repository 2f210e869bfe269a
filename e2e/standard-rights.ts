import type { BrowserContext } from 'playwright/test'
import { ask, begin, call, enter, expect, expectStatus, type Page, signIn, test } from './fixtures'
import { type Kind, partsOf, shortName } from './kinds'
import {
  addButton,
  editButton,
  nothingFound,
  openListAt,
  question,
  removeShown,
  rowMenu,
  rowOf,
  rowsOf,
  switchOf,
} from './lists'
import { addWorker } from './people'
import { addOrganization, found, idOfPlace, type Made } from './records'
import { whyDialog } from './why-dialog'

const noRight = '您没有此操作的权限'

/** Who may not do something is shown none of it, and refused. */
export function testRights(kind: Kind): void {
  const { list, remove, detail, disable, hasSwitch, codes } = partsOf(kind)

  test(`PERM-1 PERM-2 PERM-3 PERM-5 GUARD-13 rights`, async ({ page, context, admin, visitor, expected }) => {
    expected.push(/status of 403/)
    const place = kind.of === 'itself' ? await addOrganization(admin, { name: shortName() }) : undefined
    const orgCode = place?.code ?? 'EAST'
    const orgId = place?.id ?? (await idOfPlace(admin))
    // What all organizations use is changed by whoever added it.
    const operator = await visitor('operator')
    await enter(operator, 'EAST', 'uia')
    const made: Made = place ?? (await kind.add(operator, orgId, shortName()))
    const work = async (held: readonly string[]) => {
      const worker = await addWorker(admin, orgId, held)
      await signIn(context, worker.account)
      await enter(context, orgCode, 'uia')
    }
    /** The record as it is stored; versions name the moment of reading. */
    const stored = async () => {
      const path = `${detail}/${made.id}`
      const record = detail
        ? await ask<object>(admin, path)
        : (await found<object>(admin, list, made.name))[0]
      return JSON.stringify(record, (key, value) => (/version$/i.test(key) ? undefined : value))
    }
    const fresh = shortName()
    const calls = [
      ...kind.changes(made, orgId, fresh),
      ...disable(made.id),
      [`${remove}/${made.id}`, {}] as const,
    ]
    const before = await stored()

    await work(codes.filter((code) => /\.(search|detail|appInfoDetail)$/.test(code)))
    await openListAt(page, list, made.name)
    await expect(rowOf(page, list, made.name)).toBeVisible()
    await expect(addButton(page)).toHaveCount(0)
    await expect(rowOf(page, list, made.name).getByRole('button')).toHaveCount(0)
    const state = switchOf(page, made.name)
    await expect(state).toHaveCount(hasSwitch ? 1 : 0)
    if (hasSwitch) {
      await expect(state).toBeDisabled()
      await expect(state).toHaveAccessibleDescription(noRight)
      await state.focus()
      await expect(state, 'the reason can be reached by keyboard').toBeFocused()
      for (const press of [() => page.keyboard.press('Space'), () => state.click({ force: true })]) {
        await press()
        await expect(whyDialog(page)).toBeVisible()
        await page.keyboard.press('Escape')
      }
      await expect(question(page)).toHaveCount(0)
      await expect(state).toBeChecked()
    }
    await expectStatus(context, 403, calls)
    expect(await stored(), 'nothing is changed').toEqual(before)
    expect(await found(admin, list, fresh), 'nothing is added').toEqual([])

    await work(codes)
    await openListAt(page, list, made.name)
    await expect(addButton(page)).toBeVisible()
    await expect(editButton(page, made.name)).toBeVisible()
    await expect(rowMenu(page, made.name)).toBeVisible()
    if (hasSwitch) await expect(state).toBeEnabled()
    if (kind.of !== 'itself') {
      await removeShown(page, made.name)
      expect(await found(admin, list, made.name)).toEqual([])
    }

    await work(['uia.online.search'])
    expect((await page.goto(list.path))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
    await expectStatus(context, 403, [[list.call]])
    if (kind.of !== 'all') await expectOutOfReach(page, context, admin)
  })

  /** Another organization's records are not listed, and their ids are refused. */
  async function expectOutOfReach(
    page: Page,
    context: BrowserContext,
    admin: Parameters<Kind['add']>[0],
  ): Promise<void> {
    const south = await idOfPlace(admin, 'SOUTH')
    const far =
      kind.key === 'account'
        ? await addWorker(admin, south, ['uia.online.search'])
        : await kind.add(admin, south, shortName())
    await begin(context, 'operator')
    await openListAt(page, list, far.name)
    await expect(nothingFound(page)).toBeVisible()
    await expect(rowsOf(page, list)).toHaveCount(0)
    await expectStatus(context, 403, [[`${detail}/${far.id}`], [`${remove}/${far.id}`, {}]])
    expect((await call(admin, 'GET', `${detail}/${far.id}`)).status).toBe(200)
  }
}
