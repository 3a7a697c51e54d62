import { allPermissions, permissionsIn } from '../../contract/access.ts'

/** The permissions that a role's text names, those first that the tree knows, in its order; `others` are kept as they are. */
export interface Chosen {
  readonly isEverything: boolean
  readonly known: readonly string[]
  readonly others: readonly string[]
}

/** Reads the text as a role keeps it: one a line. */
export function readChosen(text: string | null, all: readonly string[]): Chosen {
  const lines = new Set(permissionsIn(text ?? ''))
  return { isEverything: lines.has(allPermissions), known: all.filter((one) => lines.has(one)), others: [...lines].filter((one) => one !== allPermissions && !all.includes(one)) }
}

/** Writes what `readChosen` reads; null where nothing is chosen, as an empty field is kept. */
export function writeChosen({ isEverything, known, others }: Chosen): string | null {
  const lines = [...(isEverything ? [allPermissions] : []), ...known, ...others]
  return lines.length > 0 ? lines.join('\n') : null
}
