import { allPermissions, parsePermissions } from '../../contract/access.ts'

/** Permissions of a role: known ones in tree order, and unknown ones (`others`), which are kept unchanged. */
export interface Chosen {
  readonly isEverything: boolean
  readonly known: readonly string[]
  readonly others: readonly string[]
}

/** Parses the stored text, one permission per line. */
export function readChosen(text: string | null, all: readonly string[]): Chosen {
  const lines = new Set(parsePermissions(text ?? ''))
  return {
    isEverything: lines.has(allPermissions),
    known: all.filter((one) => lines.has(one)),
    others: [...lines].filter((one) => one !== allPermissions && !all.includes(one)),
  }
}

/** Reverses `readChosen`; null if nothing is selected, the stored form of an empty field. */
export function writeChosen({ isEverything, known, others }: Chosen): string | null {
  const lines = [...(isEverything ? [allPermissions] : []), ...known, ...others]
  return lines.length > 0 ? lines.join('\n') : null
}
