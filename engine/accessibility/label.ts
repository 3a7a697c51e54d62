import type { Quality } from '../bindings/index.ts'
import type { AnyComponentType, Catalog } from '../components/catalog.ts'
import { resolveProps } from '../components/catalog.ts'
import { groupType, type Component, type Id } from '../document/index.ts'
import { getAction, isDisabled } from '../running/actions.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import { describeProps } from './describe.ts'
import type { TreeNode } from './plan.ts'
import { getOperationWords, getQualityWords, treeWords, type Language } from './words.ts'

/** Current values and quality of a component in a running drawing. `values` is null if no property is live. */
export interface LiveValues {
  readonly values: Readonly<Record<string, FieldValue>> | null
  readonly quality: Quality
}

/** Data for the labels of the accessibility tree: component types, language and live values. */
export interface LabelSource {
  readonly catalog: Catalog
  readonly language: Language
  getLive(id: Id): LiveValues | null
  /**
   * Only for a drawing being edited: index among the siblings (from 0) and their number. If present, the label also
   * contains the locked state.
   */
  getPosition?(component: Component): { readonly at: number; readonly of: number }
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

const maxDescribedParts = 6

/** Builds the label of an entry: name, values of its parts and quality, as one sentence in the given language. */
export function createLabel(node: TreeNode, source: LabelSource): Label {
  const { component, actor } = node
  const { language } = source
  const type = source.catalog.get(component.type)
  const action = actor && getAction(actor, source.catalog)
  let quality: Quality = 0
  const content: string[] = []
  for (const part of node.parts) {
    const live = source.getLive(part.id)
    if (live && live.quality > quality) quality = live.quality
    if (content.length >= maxDescribedParts || isInvisible(part, live)) continue
    const words = describePart(part, source.catalog.get(part.type), live, language)
    if (words !== '') content.push(part.id === component.id ? words : `${part.name} ${words}`)
  }
  const mark = getQualityWords(quality)
  // An unnamed component is announced by its type.
  const called = component.name.trim() || getKindName(component, type, language)
  const name = [
    action ? getOperationWords(action.kind, called)[language] : called,
    ...content,
    ...(mark ? [mark[language]] : []),
    ...(source.getPosition
      ? getEditorWords(component, source.getPosition(component)).map((words) => words[language])
      : []),
  ].join(language === 'zh' ? '，' : ', ')
  return {
    name,
    kind: getKindName(component, type, language),
    quality,
    isHidden: isInvisible(component, source.getLive(component.id)),
    isDisabled: actor !== null && isDisabled(actor, source.catalog, source.getLive(actor.id)?.values),
  }
}

function getKindName(component: Component, type: AnyComponentType | undefined, language: Language): string {
  if (component.type === groupType) return treeWords[component.link === null ? 'group' : 'symbol'][language]
  return type?.words[language] ?? component.type
}

function describePart(
  part: Component,
  type: AnyComponentType | undefined,
  live: LiveValues | null,
  language: Language,
): string {
  return type ? describeProps(part, type, resolveProps(type, part.props, live?.values), language) : ''
}

/** Tooltip text of a component; '' if there is none. */
export function getPrompt({ extras }: Component, live: LiveValues | null): string {
  const content = live?.values?.['prompt']
  return (typeof content === 'string' ? content : (extras.prompt ?? '')).trim()
}

const getEditorWords = ({ locked }: Component, { at, of }: { readonly at: number; readonly of: number }): Words[] => [
  ...(locked ? [treeWords.locked] : []),
  treeWords.place(at + 1, of),
]

const isInvisible = (component: Component, live: LiveValues | null): boolean =>
  !(live?.values?.['visible'] ?? component.visible)
