import type { Mutant } from './mutant.ts'

const imports = { file: 'server/services/entities/imports.ts', tests: ['tests/wire/entities/imports.test.ts'] } as const

export const importRules: readonly Mutant[] = [
  {
    name: 'import: one that is stopped leaves no rows',
    ...imports,
    from: "await undoJob(author, job)\n      job.state = 'stopped'",
    to: "job.state = 'stopped'",
    only: 'a stopped import leaves no references to the rows it rolls back, and reports the rows it must keep',
  },
  {
    name: 'import: what a killed server had written is taken back',
    ...imports,
    from: 'else await sql`insert into entity_import select',
    to: 'else if (rows.length === 0) await sql`insert into entity_import select',
    only: 'an import interrupted by a server crash leaves no rows, and the log reports it',
  },
  {
    name: 'import: one that the database refuses late leaves no rows',
    ...imports,
    from: '    await result(removed.taken)\n  }',
    to: '    await result(removed.taken)\n    return { count, kept }\n  }',
    only: 'because of a duplicate address in the database leaves no rows, and succeeds once the other row is removed',
  },
]
