import type { EntityValue, Words } from '../../contract/entity/field.ts'

/** What is wrong, by the path of the field: `name`, or `points.2.time` of a row inside it. */
export type FormErrors = Readonly<Record<string, Words>>

/** The faults inside one field, by their path in it: `2.time`, and `` of the field itself. */
export function findFormErrors(faults: FormErrors, name: string): FormErrors {
  return Object.fromEntries(Object.entries(faults).flatMap(([path, words]) => (path === name ? [['', words]] : path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), words]] : [])))
}

/** The faults that stand after a field was changed: its own go, and of its rows those of what was touched. A row more or less moves all others. */
export function formErrorsAfter(faults: FormErrors, name: string, before: EntityValue | undefined, after: EntityValue): FormErrors {
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
