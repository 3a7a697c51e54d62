import { descendantsOf, groupType, type Component, type Id } from '../document/index.ts'

/** A node of the tree: a component, or a group presented as one element. */
export interface TreeNode {
  readonly component: Component
  /**
   * Components whose descriptions form the label: the component itself, or the members of a group presented as one
   * element.
   */
  readonly parts: readonly Component[]
  /** The component that acts when the entry is operated; null if the entry is not operable. */
  readonly actor: Component | null
  readonly children: readonly TreeNode[]
}

export interface TreePlan {
  readonly nodes: readonly TreeNode[]
  readonly count: number
  /** Number of top-level components omitted because of the limit. */
  readonly leftOut: number
}

export interface PlanSource {
  children(parent: Id | null): readonly Component[]
  /** A string that identifies the component's click action, or null without one. Equal strings are equal actions. */
  actionOf(component: Component): string | null
  /** Entered groups, whose members are separate entries. */
  readonly open: ReadonlySet<Id>
  /** Ids of the top-level components in view. Only called if the whole drawing exceeds the limit. */
  near(): ReadonlySet<Id>
}

/** Maximum number of entries; more slow down the browser without benefit to the user. */
export const mostNodes = 2000
/** A group with more parts than this is split into separate entries. */
const mostParts = 12

/**
 * Plans the accessibility tree in drawing order. A small group or a symbol instance is one entry that contains its
 * parts; parts with different click actions remain separate child entries. Above `most` entries only components in view
 * are included; if there are still too many, only groups and operable components.
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

/** Visible in the document, or with a bound `visible` property. */
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

/** A group as one entry, whatever its size; only its first parts are described. */
function oneThing(source: PlanSource, component: Component): TreeNode {
  if (component.type !== groupType) return leaf(source, component)
  const parts = partsOf(source, component)
  return { component, parts: parts.slice(0, mostParts), actor: distinctActors(source, [component, ...parts])[0] ?? null, children: [] }
}

const partsOf = (source: PlanSource, group: Component): Component[] =>
  descendantsOf(source, group.id).filter((member) => member.type !== groupType && isShown(member))

/**
 * One component per distinct action, so parts of a symbol with the same action form one button. An action of the group
 * itself applies to all its members.
 */
function distinctActors(source: PlanSource, components: readonly Component[]): Component[] {
  const byAction = new Map<string, Component>()
  for (const component of components) {
    const action = source.actionOf(component)
    if (action !== null && !byAction.has(action)) byAction.set(action, component)
  }
  return [...byAction.values()]
}
