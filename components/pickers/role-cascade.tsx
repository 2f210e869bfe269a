'use client'

import { ChevronRight, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '#components/ui/checkbox'
import type { RoleChoice } from '#contracts/account'
import { limits } from '#contracts/limits'

interface Props {
  roles: readonly RoleChoice[]
  /** Ids. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  label: string
  invalid: boolean
}

interface Group {
  key: string
  name: string
  roles: RoleChoice[]
}

/** Departments on the left, their roles on the right; a department's box stands for all its roles (ACC-6). */
export function RoleCascade({ roles, chosen, onChange, label, invalid }: Props) {
  const t = useTranslations('account')
  const [text, setText] = useState('')
  const found = roles.filter((role) => role.name.toLowerCase().includes(text.trim().toLowerCase()))
  const groups = groupByDepartment(found, t('allDepartments'))
  const [openKey, setOpenKey] = useState<string>()
  const open = groups.find((group) => group.key === openKey) ?? groups[0]

  const set = (ids: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)))
  const countIn = (group: Group) => group.roles.filter((role) => chosen.includes(role.id)).length

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as two panes.
    <div
      role="group"
      aria-label={label}
      className={`rounded-md border ${invalid ? 'border-danger' : 'border-edge'}`}
    >
      <div className="flex items-center gap-2 rounded-t-md border-line border-b px-2.5 inner-ring">
        <Search aria-hidden className="size-3.5 text-faint" />
        <input
          aria-label={t('searchRoles')}
          placeholder={t('searchRoles')}
          value={text}
          maxLength={limits.searchText}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-8 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
        <span aria-live="polite" className="tabular text-faint">
          {t('chosenRoles', { count: chosen.length })}
        </span>
      </div>
      {open === undefined ? (
        <p className="px-3 py-8 text-center text-faint text-md">
          {t(roles.length === 0 ? 'noRoles' : 'noRolesFound')}
        </p>
      ) : (
        <div className="grid h-52 grid-cols-2">
          <ul aria-label={t('department')} className="overflow-y-auto border-line border-r p-1">
            {groups.map((group) => {
              const count = countIn(group)
              return (
                <li
                  key={group.key}
                  className={`flex min-h-8 items-center gap-2 rounded-sm pl-2 ${group === open ? 'bg-accent-soft font-semibold text-accent-ink' : 'hover:bg-hover'}`}
                >
                  <Checkbox
                    label={group.name}
                    checked={count > 0 && count === group.roles.length}
                    partly={count > 0 && count < group.roles.length}
                    onChange={(on) =>
                      set(
                        group.roles.map((role) => role.id),
                        on,
                      )
                    }
                  />
                  <button
                    type="button"
                    aria-expanded={group === open}
                    onClick={() => setOpenKey(group.key)}
                    className="flex min-h-8 min-w-0 flex-1 items-center gap-1 py-1 pr-1 text-left text-md"
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">{group.name}</span>
                    <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />
                  </button>
                </li>
              )
            })}
          </ul>
          <ul aria-label={open.name} className="overflow-y-auto p-1">
            {open.roles.map((role) => (
              <li key={role.id}>
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside. */}
                <label className="flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-md hover:bg-hover">
                  <Checkbox
                    label={role.name}
                    checked={chosen.includes(role.id)}
                    onChange={(on) => set([role.id], on)}
                  />
                  <span className="min-w-0 wrap-anywhere" title={role.description ?? undefined}>
                    {role.name}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function groupByDepartment(roles: readonly RoleChoice[], without: string): Group[] {
  const groups = new Map<string, Group>()
  for (const role of roles) {
    const key = role.deptId ?? ''
    const group = groups.get(key) ?? { key, name: role.deptName || without, roles: [] }
    group.roles.push(role)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => Number(a.key === '') - Number(b.key === ''))
}
