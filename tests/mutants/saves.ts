import type { Mutant } from './mutant.ts'

const drawings = { file: 'server/services/drawings/index.ts', tests: ['tests/wire/drawings/drawings.test.ts'] } as const
const designer = {
  file: 'console/designer/session/designerStore.ts',
  tests: ['console/designer/session/designerStore.test.ts'],
} as const

export const saveRules: readonly Mutant[] = [
  {
    name: 'save: the second of two who save is refused',
    ...drawings,
    from: 'if (before.revision !== revision) {',
    to: 'if (before.revision < revision) {',
    only: 'saved by two',
  },
  {
    name: 'save: a drawing of a newer program is not saved over',
    ...drawings,
    from: 'if (await isNewer(tx, id)) throw',
    to: "if (id === '' && await isNewer(tx, id)) throw",
    only: 'cannot be overwritten by any save, and metadata changes leave it unchanged',
  },
  {
    name: 'save: a conflict is shown in the designer',
    ...designer,
    from: "if (thrown.error === 'drawing.conflict')",
    to: 'if (thrown.error === null)',
  },
  {
    name: 'save: the designer saves over the revision that it opened',
    ...designer,
    from: 'revision: overRevision ?? this.revision, headers',
    to: 'revision: overRevision ?? this.revision + 1, headers',
  },
]
