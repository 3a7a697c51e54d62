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
  /**
   * Only for a drawing being edited: index among the siblings (from 0) and their number. If present, the label also
   * contains the locked state.
   */
  placeOf?(component: Component): { readonly at: number; readonly of: number }
}

/** Current accessible label of an entry. */
export interface Label {
  readonly name: string
  /** Name of the component type, used as role description. */
  readonly kind: string
  readonly quality: Quality
  readonly isHidden: boolean
  /** Operating the component currently has no effect. */
  readonly isDisabled: boolean
}

const mostSaidParts = 6

/** Builds the label of an entry: name, values of its parts and quality, as one sentence in the given language. */
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
  // An unnamed component is announced by its type.
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

/** Tooltip text of a component; '' if there is none. */
export function promptOf({ extras }: Component, live: LiveValues | null): string {
  const said = live?.values?.['prompt']
  return (typeof said === 'string' ? said : extras.prompt ?? '').trim()
}

const editedWords = ({ locked }: Component, { at, of }: { readonly at: number; readonly of: number }): Words[] =>
  [...(locked ? [treeWords.locked] : []), treeWords.place(at + 1, of)]

const isUnseen = (component: Component, live: LiveValues | null): boolean => !(live?.values?.['visible'] ?? component.visible)
