import type { XmlElement } from '../xml.ts'

/** Position of an element among its siblings, from 1: among all, and among those with the same name. */
export interface Place {
  readonly index: number
  readonly count: number
  readonly indexOfType: number
  readonly countOfType: number
}

/** Positions of elements among their siblings, for structural pseudo-classes. */
export interface Places {
  /** Undefined for the root element. */
  of(element: XmlElement): Place | undefined
}

/** Structural pseudo-class: every `step`-th element from `first`, or the root. */
export type StructuralPseudoClass =
  | { readonly kind: 'root' }
  | {
      readonly kind: 'nth'
      readonly step: number
      readonly first: number
      readonly isFromEnd: boolean
      readonly isOfType: boolean
    }

const nth = String.raw`\([\dn+-]{1,24}\)|\((?:odd|even)\)`
/** Regular expression source of the supported structural pseudo-classes. */
export const structuralSource = String.raw`:(?:root|(?:first|last|only)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type)(?:${nth}))`

/** Parses a pseudo-class without its colon; undefined if it is not supported. */
export function parseStructural(text: string): StructuralPseudoClass | undefined {
  if (text === 'root') return { kind: 'root' }
  const [, position, of, inside] = /^(first|last|only|nth|nth-last)-(child|of-type)(?:\((.*)\))?$/.exec(text) ?? []
  const isOfType = of === 'of-type'
  if (position === 'only') return { kind: 'nth', step: 0, first: onlyOne, isFromEnd: false, isOfType }
  if (position === 'first' || position === 'last')
    return { kind: 'nth', step: 0, first: 1, isFromEnd: position === 'last', isOfType }
  const counted = inside === undefined ? undefined : parseStep(inside)
  return counted && { kind: 'nth', ...counted, isFromEnd: position === 'nth-last', isOfType }
}

/** Marks "only child": the first element with no others. */
const onlyOne = -1

function parseStep(text: string): { readonly step: number; readonly first: number } | undefined {
  if (text === 'odd') return { step: 2, first: 1 }
  if (text === 'even') return { step: 2, first: 0 }
  const plain = /^[+-]?\d{1,6}$/.exec(text)
  if (plain) return { step: 0, first: Math.max(0, Number(text)) }
  const [all, step = '', first = '0'] = /^([+-]?\d{0,6})n([+-]\d{1,6})?$/.exec(text) ?? []
  if (all === undefined) return undefined
  return { step: step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step), first: Number(first) }
}

/**
 * Returns true if an element matches a structural pseudo-class. Without `places`, `:root` matches every element and
 * other pseudo-classes match none.
 */
export function matchesStructural(
  element: XmlElement,
  pseudoClass: StructuralPseudoClass,
  places: Places | undefined,
): boolean {
  const place = places?.of(element)
  if (pseudoClass.kind === 'root') return place === undefined
  if (!place) return false
  const [index, count] = pseudoClass.isOfType ? [place.indexOfType, place.countOfType] : [place.index, place.count]
  if (pseudoClass.first === onlyOne && pseudoClass.step === 0) return count === 1
  const at = (pseudoClass.isFromEnd ? count + 1 - index : index) - pseudoClass.first
  return pseudoClass.step === 0 ? at === 0 : at % pseudoClass.step === 0 && at / pseudoClass.step >= 0
}

/** Returns positions of elements, computed once per parent on first use. */
export function createPlaces(getParent: (element: XmlElement) => XmlElement | undefined): Places {
  const cache = new WeakMap<XmlElement, Place>()
  return {
    of(element) {
      const parent = getParent(element)
      if (!parent) return undefined
      if (!cache.has(element)) countIn(parent, cache)
      return cache.get(element)
    },
  }
}

function countIn(parent: XmlElement, cache: WeakMap<XmlElement, Place>): void {
  const children = parent.children.filter((child): child is XmlElement => typeof child !== 'string')
  const ofType = new Map<string, number>()
  const places = children.map((child, at) => {
    const indexOfType = (ofType.get(child.name) ?? 0) + 1
    ofType.set(child.name, indexOfType)
    return { child, index: at + 1, indexOfType }
  })
  for (const { child, index, indexOfType } of places)
    cache.set(child, { index, count: children.length, indexOfType, countOfType: ofType.get(child.name) ?? 0 })
}
