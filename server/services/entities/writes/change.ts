import { findMovedSecrets } from './movedSecrets.ts'
import type { EntityFields, EntityValues } from '../../../../contract/entity/field.ts'
import { readValues } from '../../../../contract/entity/read.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { updateRows } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import { checkDictionaries } from '../dictionaries.ts'
import { checkAuthor, checkOwner } from '../owner.ts'
import { checkFiles, checkPrivacyChange } from '../privacy.ts'
import { checkReferences, claimExclusive } from '../references.ts'
import { type Author, type ChangeRequest, getAuthorName } from '../types.ts'
import { checkUniqueFlag, hasUniqueFlag, serializeWrites } from '../uniqueFlag.ts'
import { createFault, createInvalidInputError } from '../validationErrors.ts'
import { createDifferences, getSecrets } from './auditContent.ts'
import { isRecord, isSame } from './comparison.ts'
import type { Inserting } from './insert.ts'
import type { LockedRow, PendingEffects, WriteTransactions, WritingParts } from './transaction.ts'

/** Changes rows, within the transaction of the caller. */
export function createChanging(
  { table, hooks, getService, tables }: WritingParts,
  { createContext }: WriteTransactions,
  { clearFlagOnOthers }: Inserting,
) {
  const { entity } = table
  const { lifecycle } = entity

  const checkOpen = (values: EntityValues): void => {
    const state = lifecycle?.states.find(({ value }) => value === values[lifecycle.field])
    if (!state || !lifecycle?.closed?.includes(state.value)) return
    const words = {
      en: `${entity.words.one.en} in state "${state.words.en}" cannot be changed`,
      zh: `${entity.words.one.zh}${state.words.zh}，不可修改`,
    }
    throw new ApiError('entity.state', { problems: [createFault('', 'state', words)] })
  }

  /** Serializes writes that set a flag allowed for only one row per project. */
  const serializeFlagWrites = async (tx: Db, { values }: ChangeRequest): Promise<void> => {
    if (entity.single !== undefined && isRecord(values) && values[entity.single] === true)
      await serializeWrites(tx, table)
  }

  /** Applies a change to rows and returns the number of changed rows. */
  const change = async (
    tx: Db,
    author: Author,
    rows: readonly LockedRow[],
    { values: input, overwrite = false }: ChangeRequest,
    effects: PendingEffects,
  ): Promise<number> => {
    const record = isRecord(input) ? input : {}
    const secrets = getSecrets(table, record)
    const fields = new Set<string>()
    const singles: { readonly id: string; readonly project: string }[] = []
    const changed: {
      id: string
      after: EntityValues
      secrets: EntityValues
      before: EntityValues
      project: string
      own: Set<string>
    }[] = []
    for (const { id, project, creator, values: before } of rows) {
      checkOwner(entity, author, entity.roles.write, creator, before)
      checkAuthor(entity, author, project, creator)
      checkOpen(before)
      // Secrets are never returned to clients; omitting one keeps the stored value.
      const present = {
        ...before,
        ...Object.fromEntries(
          Object.keys(before)
            .filter((name) => entity.fields[name]?.kind === 'secret')
            .map((name) => [name, null]),
        ),
      }
      const read = readValues(entity, input, 'update', present)
      const problems = read.problems ?? findMovedSecrets(entity, before, read.values, secrets)
      if (read.problems || problems.length > 0) throw new ApiError('input.invalid', { problems })
      const more =
        (await hooks.beforeUpdate?.(
          createContext(tx, author, project, effects, overwrite),
          { id, values: before },
          read.values,
        )) ?? {}
      const afterCommit = Object.fromEntries(
        Object.entries(before).filter(
          ([name]) => entity.fields[name]?.kind === 'secret' && secrets[name] === undefined,
        ),
      )
      const after = { ...read.values, ...afterCommit, ...more }
      const changedFields = new Set(
        table.columns
          .map(({ field }) => field)
          .filter((field) =>
            entity.fields[field]?.kind === 'secret'
              ? secrets[field] !== undefined
              : !isSame(before[field], after[field]),
          ),
      )
      if (hasUniqueFlag(entity, after)) singles.push({ id, project })
      if (changedFields.size === 0) continue
      checkPrivacyChange(table, author, creator, before, after)
      checkOwner(entity, author, entity.roles.write, creator, after)
      for (const field of changedFields) fields.add(field)
      changed.push({ id, after, secrets, before, project, own: changedFields })
    }
    if (changed.length === 0) return 0
    const chosen = changed.filter(({ before, after }) => hasUniqueFlag(entity, after) && !hasUniqueFlag(entity, before))
    if (chosen.length > 0) checkUniqueFlag(entity, singles)
    const referring = Object.fromEntries(Object.entries(entity.fields).filter(([name]) => fields.has(name)))
    await checkReferences(
      tx,
      author,
      referring,
      changed.map(({ project, before, after }) => ({ project, before, values: after })),
      getService,
    )
    await checkDictionaries(
      tx,
      tables,
      referring,
      changed.map(({ before, after }) => ({ before, values: after })),
    )
    await checkFiles(tx, table, author, changed)
    for (const { id, project, after, own: changedFields } of changed) {
      const isExclusive = [...changedFields].some((name) => isExclusiveField(entity.fields, name, after))
      if (isExclusive && changed.length > 1)
        throw createInvalidInputError(
          ...[...changedFields]
            .filter((name) => isExclusiveField(entity.fields, name, after))
            .map((name) => createFault(name, 'exclusive', { en: 'Can be bound only once', zh: '只能由一项数据绑定' })),
        )
      if (isExclusive)
        await claimExclusive(
          tx,
          author,
          table,
          {
            id,
            project,
            values: Object.fromEntries(Object.entries(after).filter(([name]) => changedFields.has(name))),
          },
          overwrite,
          getService,
        )
    }
    await updateRows(
      tx,
      table,
      [...fields].filter((field) => entity.fields[field]?.kind !== 'secret' || secrets[field] !== undefined),
      changed,
      { at: new Date(), by: getAuthorName(author) },
    )
    for (const { id, project, before, after, own: changedFields } of changed) {
      await audit(tx, author, {
        object: `${entity.name}/${id}`,
        action: 'update',
        content: createDifferences(table, before, after, changedFields),
      })
      effects.written.push({ author, entity, action: 'update', id, project, before, after })
    }
    await clearFlagOnOthers(tx, author, chosen, effects)
    return changed.length
  }

  return { change, serializeFlagWrites }
}

function isExclusiveField(fields: EntityFields, name: string, values: EntityValues): boolean {
  const field = fields[name]
  const value = values[name]
  return (
    (field?.kind === 'ref' || field?.kind === 'refs') &&
    field.exclusive === true &&
    value !== null &&
    value !== undefined &&
    (!Array.isArray(value) || value.length > 0)
  )
}
