import type { Mutant } from './mutant.ts'

const history = {
  file: 'engine/commands/history/history.ts',
  tests: ['engine/commands/history/history.test.ts'],
} as const
const diff = {
  file: 'engine/document/model/diff.ts',
  tests: ['engine/commands/commands.test.ts', 'engine/document/model/document.test.ts'],
} as const

export const undoRules: readonly Mutant[] = [
  {
    name: 'undo: a changed component gets its old values back',
    ...diff,
    from: '([before, after]) => [after, before] as const',
    to: '([before, after]) => [before, after] as const',
  },
  { name: 'undo: what was added goes again', ...diff, from: 'removed: diff.added,', to: 'removed: [],' },
  { name: 'undo: what was removed comes back', ...diff, from: 'added: diff.removed,', to: 'added: [],' },
  {
    name: 'undo: the sheet gets its old size back',
    ...diff,
    from: 'layer: [diff.layer[1], diff.layer[0]]',
    to: 'layer: [diff.layer[0], diff.layer[1]]',
  },
  {
    name: 'undo: the drawing gets its old name back',
    ...diff,
    from: 'name: [diff.name[1], diff.name[0]]',
    to: 'name: [diff.name[0], diff.name[1]]',
  },
  {
    name: "undo: merged steps go back to the first one's start",
    file: diff.file,
    tests: history.tests,
    from: 'earlier ? [earlier[0], change[1]] : change',
    to: 'change',
    only: 'into one field merges while the pauses are short',
  },
  {
    name: 'undo: a new command ends what could be redone',
    ...history,
    from: 'this.#undone = []\n    const last',
    to: 'const last',
    only: 'discards redo steps after a new command',
  },
  {
    name: 'undo: typing after a pause is a step of its own',
    ...history,
    from: ' && this.#options.now() <= this.#mergeUntilMs',
    to: '',
    only: 'starts a new step after a pause, after undo, in another field and on another component',
  },
  {
    name: 'undo: brings back what was selected before',
    ...history,
    from: 'this.#apply(invertDiff(entry.diff), entry.selectionBefore)',
    to: 'this.#apply(invertDiff(entry.diff), entry.selectionAfter)',
    only: 'brings the selection back with the drawing',
  },
  {
    name: 'undo: takes back a gesture in progress first',
    ...history,
    from: 'if (this.#interrupt()) return true',
    to: 'this.#interrupt()',
    only: 'is the first step to be undone, and is committed by a command',
  },
  {
    name: 'undo: a refused command changes nothing',
    file: 'engine/commands/transaction/transaction.ts',
    from: 'if (problem) throw rejectRecord(problem)',
    to: '',
    tests: diff.tests,
  },
]
