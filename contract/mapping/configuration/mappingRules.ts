import type { Words } from '@mimic/engine/schema'
import { checkPayloadTemplate } from '../commands/payloadTemplate.ts'
import { listCommandPlaceholders } from '../commands/placeholders.ts'
import type { Mapping, MappingPoint } from './schema.ts'
import { findPlaceholders } from '../messages/topicPattern.ts'

/** A rule over several fields that a mapping breaks. */
export interface MappingConflict {
  readonly path: readonly (string | number)[]
  readonly words: Words
}

/** Checks the rules over several fields: ids, placeholders, conversions that commands invert. */
export function findConflicts(mapping: Mapping): MappingConflict[] {
  return [...findTopicConflicts(mapping), ...findPointConflicts(mapping), ...findPresenceConflicts(mapping)]
}

const unknownTopic: Words = { en: 'No topic of the mapping has this id', zh: '映射中没有该标识的主题' }

function findTopicConflicts({ topics, parameters = {} }: Mapping): MappingConflict[] {
  const ids = new Set<string>()
  return topics.flatMap((each, index) => {
    const conflicts: MappingConflict[] = []
    const add = (field: string, en: string, zh: string) =>
      conflicts.push({ path: ['topics', index, field], words: { en, zh } })
    const names = findPlaceholders(each.topic)
    if (ids.has(each.id)) add('id', 'Another topic has this id', '该标识已被其他主题使用')
    ids.add(each.id)
    const from = each.device?.from ?? 'topic'
    if (from === 'topic' && !names.includes('device'))
      add(
        'device',
        'The topic has no {device}: declare where the device is named',
        '主题中没有 {device}，请声明设备标识的来源',
      )
    if (from === 'key' && each.each === undefined)
      add('device', 'A device can be named by a key only with "each"', '只有设置了逐项读取，才能以键名作为设备标识')
    if (each.format === 'binary' && (each.each !== undefined || from === 'path'))
      add('format', 'A binary payload has no paths', '二进制内容没有路径')
    if (each.decoder && each.each !== undefined)
      add('decoder', 'A decoder reads whole messages, not items', '解码器只能读取整条消息，不能逐项读取')
    if (names.some((name) => Object.hasOwn(parameters, name)))
      add('topic', 'A parameter has the name of a placeholder', '参数与占位符重名')
    return conflicts
  })
}

function findPointConflicts(mapping: Mapping): MappingConflict[] {
  const topics = new Map(mapping.topics.map((each) => [each.id, each]))
  const names = new Set<string>()
  return mapping.points.flatMap((each, index) => {
    const conflicts: MappingConflict[] = []
    const add = (at: readonly (string | number)[], words: Words) =>
      conflicts.push({ path: ['points', index, ...at], words })
    if (names.has(each.point))
      add(['point'], { en: 'Another point has this identifier', zh: '该标识符已被其他点位使用' })
    names.add(each.point)
    const { min = -Infinity, max = Infinity, words } = each.conversion ?? {}
    if (min > max) add(['conversion', 'min'], { en: 'The minimum is above the maximum', zh: '最小值大于最大值' })
    if (words && (words.on.length === 0 || words.off.length === 0)) {
      add(['conversion', 'words'], {
        en: 'Declare at least one word for on and one for off',
        zh: '开和关至少各声明一个词语',
      })
    }
    for (const [place, { topic: topicId, path: text, where = {} }] of each.sources.entries()) {
      const found = topics.get(topicId)
      if (!found) add(['sources', place, 'topic'], unknownTopic)
      else {
        const known = findPlaceholders(found.topic)
        if (Object.keys(where).some((name) => !known.includes(name))) {
          add(['sources', place, 'where'], { en: 'The topic has no such placeholder', zh: '该主题没有此占位符' })
        }
        if (found.device?.from === 'none')
          add(['sources', place, 'topic'], { en: 'The topic names no device', zh: '该主题没有设备标识' })
        if (found.format === 'binary' && text !== '' && !text.startsWith('$decoded')) {
          add(['sources', place, 'path'], {
            en: 'A binary payload is read as a whole, or by $decoded',
            zh: '二进制内容只能整体读取，或使用 $decoded',
          })
        }
        if (text.startsWith('$decoded') && !found.decoder)
          add(['sources', place, 'path'], { en: 'The topic has no decoder', zh: '该主题没有解码器' })
      }
    }
    if (each.command)
      for (const conflict of findCommandConflicts(each, mapping)) add(['command', ...conflict.path], conflict.words)
    return conflicts
  })
}

function findCommandConflicts(point: MappingPoint, mapping: Mapping): MappingConflict[] {
  const { command: declared, conversion: own } = point
  if (!declared) return []
  const conflicts: MappingConflict[] = []
  const known = new Set(listCommandPlaceholders(mapping, point))
  const missing = findPlaceholders(declared.topic).find((name) => !known.has(name))
  if (/[+#]/.test(declared.topic.replace(/\{\w+\+\}/g, '')))
    conflicts.push({
      path: ['topic'],
      words: { en: 'A command cannot be sent to a wildcard', zh: '命令主题不能包含通配符' },
    })
  if (missing !== undefined)
    conflicts.push({ path: ['topic'], words: { en: `{${missing}} is not known`, zh: `未知的占位符 {${missing}}` } })
  const problem = checkPayloadTemplate(declared.payload, known)
  if (problem) conflicts.push({ path: ['payload'], words: problem })
  if (
    (own?.expression !== undefined || own?.bytes || own?.bits) &&
    declared.expression === undefined &&
    !declared.bytes &&
    !declared.words
  ) {
    conflicts.push({
      path: ['expression'],
      words: {
        en: 'The conversion cannot be inverted: declare an expression',
        zh: '该转换无法求逆，请为命令声明表达式',
      },
    })
  }
  const { confirm } = declared
  if (confirm?.by === 'acknowledgement' && !mapping.topics.some((each) => each.id === confirm.topic))
    conflicts.push({ path: ['confirm', 'topic'], words: unknownTopic })
  return conflicts
}

function findPresenceConflicts({ presence: declared, topics }: Mapping): MappingConflict[] {
  return (declared?.topics ?? []).flatMap((each, index) =>
    topics.some(({ id: known, device }) => known === each.topic && device?.from !== 'none')
      ? []
      : [{ path: ['presence', 'topics', index, 'topic'], words: unknownTopic }],
  )
}
