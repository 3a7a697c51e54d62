import type { Entity } from '../entity/define.ts'
import { moveSchema } from '../entity/jsonSchema.ts'
import type { JsonSchema } from '../entity/jsonSchema.ts'
import { limits } from '../limits.ts'

interface EntityOperation {
  readonly entity: Entity
  readonly action: string
}

/** Returns the schema name of an entity in the OpenAPI components. */
export const schemaName = ({ name }: Pick<Entity, 'name'>): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const ids = { type: 'array', minItems: 1, maxItems: limits.entity.atOnce, items: { type: 'string' } }
const overwrite = { type: 'boolean', description: 'Replace an existing binding elsewhere' }

/** Returns the request body with the entity's fields, or undefined to use the route's schema. */
export function entityBody({ entity, action }: EntityOperation): JsonSchema | undefined {
  const values = ref(`${schemaName(entity)}Values`)
  const changes = ref(`${schemaName(entity)}Changes`)
  const object = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
    type: 'object',
    additionalProperties: false,
    properties,
    required,
  })
  switch (action) {
    case 'create': {
      return entity.scope === 'project'
        ? object({ project: { type: 'string' }, values, overwrite }, ['project', 'values'])
        : object({ values, overwrite }, ['values'])
    }
    case 'update':
      return object({ values: changes, overwrite }, ['values'])
    case 'updateMany':
      return object({ ids, values: changes, overwrite }, ['ids', 'values'])
    default: {
      const move = entity.lifecycle?.moves[action]
      return move && moveSchema(move.words, move.fields)
    }
  }
}

/** Returns the response with the entity's fields, or undefined to use the route's schema. */
export function createResponseSchema({ entity, action }: EntityOperation): JsonSchema | undefined {
  const row = ref(schemaName(entity))
  if (action === 'list' || action === 'export') {
    return {
      type: 'object',
      required: ['rows', 'total'],
      properties: {
        rows: { type: 'array', items: row },
        total: { type: 'integer' },
        atLeast: { type: 'boolean', description: 'True if there are more rows than total' },
      },
    }
  }
  return ['read', 'create', 'update'].includes(action) || entity.lifecycle?.moves[action] ? row : undefined
}

/** Returns the summary of an entity route in both languages. */
export function entitySummary({ entity, action }: EntityOperation): string {
  const { one, many } = entity.words
  const move = entity.lifecycle?.moves[action]
  if (move) return `${one.en}: ${move.words.en} / ${one.zh}：${move.words.zh}`
  const [en, zh] = summaries[action] ?? [action, action]
  return `${many.en}: ${en} / ${many.zh}：${zh}`
}

const summaries: Readonly<Record<string, readonly [string, string]>> = {
  list: ['list', '列表'],
  export: ['export', '导出'],
  options: ['list options', '选项'],
  read: ['get one', '详情'],
  events: ['list events of one', '流转记录'],
  create: ['add', '新增'],
  update: ['change one', '修改'],
  updateMany: ['change several', '批量修改'],
  remove: ['delete one', '删除'],
  removeMany: ['delete several', '批量删除'],
  importCheck: ['check an import', '校验导入'],
  importRead: ['get import progress', '导入进度'],
  importStart: ['start an import', '开始导入'],
  importStop: ['stop an import', '停止导入'],
}
