import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Checked, Language } from '../../../scripts/runner/index.ts'
import type { EntityHooks, WrittenRow } from '../../entities/index.ts'
import type { Author } from '../../entities/types.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import { readDefinition } from './rows.ts'

interface HookParts {
  readonly check: (language: Language, source: string) => Promise<Checked>
  readonly onWritten: (written: WrittenRow) => Promise<void>
}

/**
 * Rejects scripts with errors when they are saved or enabled, with line and column of the first one. The user who saves
 * or enables a script becomes its owner.
 */
export function createScriptHooks({ check, onWritten }: HookParts): EntityHooks {
  const prepare = async (author: Author, values: EntityValues): Promise<EntityValues> => {
    const { language, source } = readDefinition(values)
    const { problems } = await check(language, source)
    const [first] = problems ?? []
    if (first) {
      const { line, column, words } = first
      throw createInvalidInputError(
        createFault('source', `script:${line}:${column}`, {
          en: `Line ${line}, column ${column}: ${words.en}`,
          zh: `第 ${line} 行第 ${column} 列：${words.zh}`,
        }),
      )
    }
    return {
      problem: null,
      ...('session' in author ? { owner: author.session.accountId } : {}),
    }
  }
  return {
    beforeCreate: ({ author }, values) => prepare(author, values),
    beforeUpdate: ({ author }, _present, values) => prepare(author, values),
    beforeMove: ({ author }, { values }, move) => (move === 'enable' ? prepare(author, values) : undefined),
    afterWrite: onWritten,
  }
}
