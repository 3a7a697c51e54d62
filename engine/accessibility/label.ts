import type { Quality } from '../bindings/index.ts'
import type { AnyComponentType, Catalog } from '../components/catalog.ts'
import { resolveProps } from '../components/catalog.ts'
import { groupType, type Component, type Id } from '../document/index.ts'
import { actionOf, isDisabled } from '../running/actions.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import { describeProps } from './describe.ts'
import type { TreeNode } from './plan.ts'
import { operatedWord, qualityWord, treeWords, type Language } from './words.ts'

export interface LiveValues {
  readonly values: Readonly<Record<string, FieldValue>> | null
  readonly quality: Quality
}

export interface LabelSource {
  readonly catalog: Catalog
  readonly language: Language
  liveOf(id: Id): LiveValues | null
  /** In a drawing that is edited: where it lies among its siblings, from 0; and whether it is locked counts. */
  placeOf?(component: Component): { readonly at: number; readonly of: number }
}

/** What is said of an entry now. */
export interface Label {
  readonly name: string
  /** The word of its type, in place of "image" or "group". */
  readonly kind: string
  readonly quality: Quality
  readonly isHidden: boolean
  /** Operating it does nothing now. */
  readonly isDisabled: boolean
}

const mostSaidParts = 6

/** Name, value, parts and doubt of an entry, as one sentence in the language wanted. */
export function labelOf(node: TreeNode, source: LabelSource): Label {
  const { component, actor } = node
  const { language } = source
  const type = source.catalog.get(component.type)
  const action = actor && actionOf(actor, source.catalog)
  let quality: Quality = 0
  const said: string[] = []
  for (const part of node.parts) {
    const live = source.liveOf(part.id)
    if (live && live.quality > quality) quality = live.quality
    if (said.length >= mostSaidParts || isUnseen(part, live)) continue
    const words = sayPart(part, source.catalog.get(part.type), live, language)
    if (words !== '') said.push(part.id === component.id ? words : `${part.name} ${words}`)
  }
  const mark = qualityWord(quality)
  // Of what nobody named its kind is said: something without a name is nothing to who cannot see it.
  const called = component.name.trim() || kindOf(component, type, language)
  const name = [
    action ? operatedWord(action.kind, called)[language] : called,
    ...said,
    ...(mark ? [mark[language]] : []),
    ...(source.placeOf ? editedWords(component, source.placeOf(component)).map((words) => words[language]) : []),
  ].join(language === 'zh' ? '，' : ', ')
  return { name, kind: kindOf(component, type, language), quality, isHidden: isUnseen(component, source.liveOf(component.id)), isDisabled: actor !== null && isDisabled(actor, source.catalog, source.liveOf(actor.id)?.values) }
}

function kindOf(component: Component, type: AnyComponentType | undefined, language: Language): string {
  if (component.type === groupType) return treeWords[component.link === null ? 'group' : 'symbol'][language]
  return type?.words[language] ?? component.type
}

function sayPart(part: Component, type: AnyComponentType | undefined, live: LiveValues | null, language: Language): string {
  return type ? describeProps(part, type, resolveProps(type, part.props, live?.values), language) : ''
}

/** What a pointer is told when it rests on a component; '': nothing. */
export function promptOf({ extras }: Component, live: LiveValues | null): string {
  const said = live?.values?.['prompt']
  return (typeof said === 'string' ? said : extras.prompt ?? '').trim()
}

const editedWords = ({ locked }: Component, { at, of }: { readonly at: number; readonly of: number }): Words[] =>
  [...(locked ? [treeWords.locked] : []), treeWords.place(at + 1, of)]

const isUnseen = (component: Component, live: LiveValues | null): boolean => !(live?.values?.['visible'] ?? component.visible)
