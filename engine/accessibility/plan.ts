import { descendantsOf, groupType, type Component, type Id } from '../document/index.ts'

/** One entry of the tree: a component, or a group that is met as one thing. */
export interface TreeNode {
  readonly component: Component
  /** What of it is told in its words: itself, or the members of a group that is one thing. */
  readonly parts: readonly Component[]
  /** Who acts when it is operated; null: it cannot be. */
  readonly actor: Component | null
  readonly children: readonly TreeNode[]
}

export interface TreePlan {
  readonly nodes: readonly TreeNode[]
  readonly count: number
  /** Components of the uppermost level that had no room. */
  readonly leftOut: number
}

export interface PlanSource {
  children(parent: Id | null): readonly Component[]
  /** Whether it acts when clicked, and by which words two that do the same are told to be the same. */
  actionOf(component: Component): string | null
  /** Groups that are entered: their members are met one by one. */
  readonly open: ReadonlySet<Id>
  /** Uppermost components that are on the screen; asked only when all are too many. */
  near(): ReadonlySet<Id>
}

/** More entries than this make a browser slow and nobody wiser. */
export const mostNodes = 2000
/** A group of more parts than this is a room of its own, not a thing. */
const mostParts = 12

/**
 * What there is to be met in a drawing, in its order. A small group, or an instance of a symbol, is one entry with its
 * parts told inside it; parts that do different things when clicked stay entries of their own below it. Where there are
 * too many, what is on the screen comes first, and if that is still too much, groups and what can be operated.
 */
export function planTree(source: PlanSource, most = mostNodes): TreePlan {
  const tops = source.children(null).filter(isShown)
  const all = within(source, tops, most)
  if (all) return all
  const near = source.near()
  const close = tops.filter((component) => near.has(component.id))
  const seen = within(source, close, most)
  if (seen) return { ...seen, leftOut: tops.length - close.length }
  const chosen = close.filter((component) => component.type === groupType || source.actionOf(component) !== null)
  const nodes = chosen.slice(0, most).map((component) => oneThing(source, component))
  return { nodes, count: nodes.length, leftOut: tops.length - nodes.length }
}

/** What the document shows, or a tag may show. */
const isShown = (component: Component): boolean => component.visible || component.bindings.some(({ prop }) => prop === 'visible')

function within(source: PlanSource, tops: readonly Component[], most: number): TreePlan | null {
  const nodes: TreeNode[] = []
  let count = 0
  for (const component of tops) {
    const node = nodeOf(source, component)
    count += sizeOf(node)
    if (count > most) return null
    nodes.push(node)
  }
  return { nodes, count, leftOut: 0 }
}

const sizeOf = (node: TreeNode): number => node.children.reduce((sum, child) => sum + sizeOf(child), 1)

function nodeOf(source: PlanSource, component: Component): TreeNode {
  if (component.type !== groupType) return leaf(source, component)
  const parts = partsOf(source, component)
  const actors = distinctActors(source, [component, ...parts])
  const isOne = component.link !== null || parts.length <= mostParts || actors[0] === component
  if (source.open.has(component.id) || !isOne) {
    return { component, parts: [], actor: null, children: source.children(component.id).filter(isShown).map((child) => nodeOf(source, child)) }
  }
  const [actor] = actors
  if (actors.length <= 1) return { component, parts, actor: actor ?? null, children: [] }
  const told = parts.filter((part) => !actors.includes(part))
  return { component, parts: told, actor: null, children: actors.map((each) => leaf(source, each)) }
}

function leaf(source: PlanSource, component: Component): TreeNode {
  return { component, parts: [component], actor: source.actionOf(component) === null ? null : component, children: [] }
}

/** The group whole, however large: its first parts tell what it is. */
function oneThing(source: PlanSource, component: Component): TreeNode {
  if (component.type !== groupType) return leaf(source, component)
  const parts = partsOf(source, component)
  return { component, parts: parts.slice(0, mostParts), actor: distinctActors(source, [component, ...parts])[0] ?? null, children: [] }
}

const partsOf = (source: PlanSource, group: Component): Component[] =>
  descendantsOf(source, group.id).filter((member) => member.type !== groupType && isShown(member))

/** One for each thing that is done: the parts of a symbol that all do the same are one button. A group that acts does so for all. */
function distinctActors(source: PlanSource, components: readonly Component[]): Component[] {
  const byAction = new Map<string, Component>()
  for (const component of components) {
    const action = source.actionOf(component)
    if (action !== null && !byAction.has(action)) byAction.set(action, component)
  }
  return [...byAction.values()]
}
