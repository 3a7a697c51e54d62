import { catalog } from '../../components/catalog.ts'
import { groupType } from '../../document/index.ts'
import type { Component, Drawing } from '../../document/index.ts'
import type { Words } from '../../schema/index.ts'
import type { ComponentChange, KeyChange } from './compare.ts'
import { localize } from '../language.ts'
import type { Language } from '../language.ts'

/** Title of a component: name, type and id. */
export function formatTitle(component: Component, language: Language): string {
  const { id, type, name } = component
  const word = type === groupType ? changeWords.group : catalog.get(type)?.words
  return `${name} (${word ? localize(word, language) : type}, ${id})`
}

/** Describes the changes of a component, one line each. */
export function changeLines(
  { before, after, changes }: ComponentChange,
  language: Language,
  drawings: readonly [Drawing, Drawing],
): string[] {
  // An instance is positioned by its place; its own box is derived from its members.
  const isInstance = changes.some(({ key }) => key === 'link.place')
  const [old, now] = [
    (isInstance ? before.link?.place : undefined) ?? before,
    (isInstance ? after.link?.place : undefined) ?? after,
  ]
  const lines: string[] = []
  if (old.x !== now.x || old.y !== now.y)
    lines.push(
      localize(changeWords.moved, language, {
        dx: formatSigned(now.x - old.x),
        dy: formatSigned(now.y - old.y),
        x: now.x,
        y: now.y,
      }),
    )
  if (old.width !== now.width || old.height !== now.height) {
    lines.push(
      localize(changeWords.resized, language, {
        from: `${old.width} × ${old.height}`,
        to: `${now.width} × ${now.height}`,
      }),
    )
  }
  const rotations = isInstance
    ? (['angleDeg', 'flipX', 'flipY'] as const).flatMap((key): KeyChange[] =>
        old[key] === now[key] ? [] : [{ key, from: old[key], to: now[key] }],
      )
    : []
  const rest = changes.filter(({ key }) => !['x', 'y', 'width', 'height', 'link.place'].includes(key))
  return [
    ...lines,
    ...[...rotations, ...rest.flatMap(splitParams)].map((change) => changeLine(change, after, language, drawings)),
  ]
}

/** Splits a change of `link.params` into one change per parameter. */
function splitParams(change: KeyChange): readonly KeyChange[] {
  if (change.key !== 'link.params') return [change]
  const [from, to] = [toValueMap(change.from), toValueMap(change.to)]
  const names = [...new Set([...from.keys(), ...to.keys()])]
  return names.flatMap((name) =>
    from.get(name) === to.get(name) ? [] : [{ key: `param.${name}`, from: from.get(name), to: to.get(name) }],
  )
}

const toValueMap = (params: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof params === 'object' && params !== null ? Object.entries(params) : [])

/** Describes one change; `component` is the owner of the property. */
export function changeLine(
  { key, from, to }: KeyChange,
  component: Component | null,
  language: Language,
  [before, after]: readonly [Drawing, Drawing],
): string {
  const [part = '', ...path] = key.split('.')
  const name = path.join('.')
  if (part === 'bindings') {
    const prop = getPropName(name, component, language)
    if (from === undefined) return localize(changeWords.bound, language, { prop, to: bindingText(to) })
    if (to === undefined) return localize(changeWords.unbound, language, { prop, from: bindingText(from) })
    return localize(changeWords.rebound, language, { prop, from: bindingText(from), to: bindingText(to) })
  }
  if (key === 'order') return localize(changeWords.reordered, language, { from: String(from), to: String(to) })
  if (key === 'parent')
    return localize(changeWords.regrouped, language, {
      from: groupText(from, before, language),
      to: groupText(to, after, language),
    })
  if (part === 'param')
    return `${localize(changeWords.param, language, { name })}: ${valueText(from, language)} → ${valueText(to, language)}`
  const word =
    part === 'props'
      ? getPropName(name, component, language)
      : path.length === 0 && part in keyWords
        ? localize(keyWords[part] ?? { en: key, zh: key }, language)
        : key
  return `${word}: ${valueText(from, language)} → ${valueText(to, language)}`
}

export const changeWords = {
  symbol: { en: 'Symbol {name} ({id})', zh: '图元 {name} ({id})' },
  group: { en: 'Group', zh: '组合' },
  none: { en: 'none', zh: '无' },
  byDefault: { en: 'default', zh: '默认' },
  top: { en: 'no group', zh: '不在组合中' },
  moved: { en: 'moved by {dx}, {dy} to {x}, {y}', zh: '移动 {dx}, {dy}，至 {x}, {y}' },
  resized: { en: 'resized: {from} → {to}', zh: '尺寸：{from} → {to}' },
  param: { en: 'parameter {name}', zh: '参数 {name}' },
  reordered: { en: 'order among its siblings: {from} → {to}', zh: '同级层次：{from} → {to}' },
  regrouped: { en: 'group: {from} → {to}', zh: '所属组合：{from} → {to}' },
  bound: { en: 'binding of {prop} added: {to}', zh: '新增绑定 {prop}：{to}' },
  unbound: { en: 'binding of {prop} removed: {from}', zh: '删除绑定 {prop}：{from}' },
  rebound: { en: 'binding of {prop}: {from} → {to}', zh: '绑定 {prop}：{from} → {to}' },
} as const satisfies Record<string, Words>

const keyWords: Readonly<Record<string, Words>> = {
  name: { en: 'name', zh: '名称' },
  type: { en: 'type', zh: '类型' },
  angleDeg: { en: 'angle', zh: '角度' },
  flipX: { en: 'mirrored left to right', zh: '水平镜像' },
  flipY: { en: 'mirrored top to bottom', zh: '垂直镜像' },
  opacity: { en: 'opacity', zh: '不透明度' },
  visible: { en: 'visible', zh: '可见' },
  locked: { en: 'locked', zh: '锁定' },
  copies: { en: 'group of copies', zh: '副本组' },
  animation: { en: 'animation', zh: '动画' },
  action: { en: 'click action', zh: '点击动作' },
}

const maxValueLength = 120

function valueText(value: unknown, language: Language): string {
  if (value === undefined) return localize(changeWords.byDefault, language)
  if (value === null) return localize(changeWords.none, language)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = typeof value === 'string' ? JSON.stringify(text) : text
  return shown.length > maxValueLength ? `${shown.slice(0, maxValueLength)}…` : shown
}

function getPropName(name: string, component: Component | null, language: Language): string {
  const words = component ? catalog.get(component.type)?.fields[name]?.words : undefined
  return words ? `${localize(words, language)} (${name})` : name
}

/** The tag, and the conversion unless the value is taken unchanged. */
function bindingText(binding: unknown): string {
  if (typeof binding !== 'object' || binding === null || !('tag' in binding) || !('via' in binding)) return ''
  const { tag, via } = binding
  if (typeof via !== 'object' || via === null) return String(tag)
  const how = JSON.stringify(via)
  return how === '{"kind":"value"}' ? String(tag) : `${String(tag)} ${how}`
}

function groupText(id: unknown, drawing: Drawing, language: Language): string {
  if (typeof id !== 'string') return localize(changeWords.top, language)
  return drawing.components.find((component) => component.id === id)?.name ?? id
}

const formatSigned = (difference: number): string =>
  `${difference < 0 ? '−' : '+'}${Math.abs(Math.round(difference * 1000) / 1000)}`
