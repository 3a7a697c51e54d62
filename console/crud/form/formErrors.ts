import type { EntityValue, Words } from '../../../contract/entity/field.ts'

/** Errors by field path: `name`, or `points.2.time` for a row inside a field. */
export type FormErrors = Readonly<Record<string, Words>>

/** Errors inside one field by relative path: `2.time`, or an empty string for the field itself. */
export function findFormErrors(faults: FormErrors, name: string): FormErrors {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([path, words]) =>
      path === name ? [['', words]] : path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), words]] : [],
    ),
  )
}

/**
 * Errors that remain after a field has changed. Its own error is removed, and those of its changed cells; adding or
 * removing a row removes all errors of its rows.
 */
export function formErrorsAfter(
  faults: FormErrors,
  name: string,
  before: EntityValue | undefined,
  after: EntityValue,
): FormErrors {
  const isSameCount = Array.isArray(before) && Array.isArray(after) && before.length === after.length
  const isMended = (path: string): boolean => {
    if (path === name) return true
    if (!path.startsWith(`${name}.`)) return false
    const [index = '', field = ''] = path.slice(name.length + 1).split('.')
    return !isSameCount || JSON.stringify(cell(before, index, field)) !== JSON.stringify(cell(after, index, field))
  }
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isMended(path)))
}

function cell(rows: readonly unknown[], index: string, field: string): unknown {
  const row = rows[Number(index)]
  return typeof row === 'object' && row !== null ? Object.entries(row).find(([name]) => name === field)?.[1] : row
}
