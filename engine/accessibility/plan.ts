import { getDescendants, groupType, type Component, type Id } from '../document/index.ts'

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

/** Accessibility tree of a drawing in drawing order. `count` is the number of nodes on all levels. */
export interface TreePlan {
  readonly nodes: readonly TreeNode[]
  readonly count: number
  /** Number of top-level components omitted because of the limit. */
  readonly omittedCount: number
}

/** Access to the drawing for `planTree`: components, click actions, entered groups and the view. */
export interface PlanSource {
  children(parent: Id | null): readonly Component[]
  /** A string that identifies the component's click action, or null without one. Equal strings are equal actions. */
  getActionKey(component: Component): string | null
  /** Entered groups, whose members are separate entries. */
  readonly open: ReadonlySet<Id>
  /** Ids of the top-level components in view. Only called if the whole drawing exceeds the limit. */
  near(): ReadonlySet<Id>
}

/** Maximum number of entries; more slow down the browser without benefit to the user. */
export const maxNodes = 2000
/** A group with more parts than this is split into separate entries. */
const maxParts = 12

/**
 * Plans the accessibility tree in drawing order. A small group or a symbol instance is one entry that contains its
 * parts; parts with different click actions remain separate child entries. Above `most` entries only components in view
 * are included; if there are still too many, only groups and operable components.
 */
export function planTree(source: PlanSource, limit = maxNodes): TreePlan {
  const tops = source.children(null).filter(isShown)
  const all = planWithinLimit(source, tops, limit)
  if (all) return all
  const near = source.near()
  const close = tops.filter((component) => near.has(component.id))
  const visiblePlan = planWithinLimit(source, close, limit)
  if (visiblePlan) return { ...visiblePlan, omittedCount: tops.length - close.length }
  const chosen = close.filter((component) => component.type === groupType || source.getActionKey(component) !== null)
  const nodes = chosen.slice(0, limit).map((component) => createGroupNode(source, component))
  return { nodes, count: nodes.length, omittedCount: tops.length - nodes.length }
}

/** Visible in the document, or with a bound `visible` property. */
const isShown = (component: Component): boolean =>
  component.visible || component.bindings.some(({ prop }) => prop === 'visible')

function planWithinLimit(source: PlanSource, tops: readonly Component[], limit: number): TreePlan | null {
  const nodes: TreeNode[] = []
  let count = 0
  for (const component of tops) {
    const node = createNode(source, component)
    count += countNodes(node)
    if (count > limit) return null
    nodes.push(node)
  }
  return { nodes, count, omittedCount: 0 }
}

const countNodes = (node: TreeNode): number => node.children.reduce((sum, child) => sum + countNodes(child), 1)

function createNode(source: PlanSource, component: Component): TreeNode {
  if (component.type !== groupType) return createLeaf(source, component)
  const parts = getParts(source, component)
  const actors = findDistinctActors(source, [component, ...parts])
  const isOne = component.link !== null || parts.length <= maxParts || actors[0] === component
  if (source.open.has(component.id) || !isOne) {
    return {
      component,
      parts: [],
      actor: null,
      children: source
        .children(component.id)
        .filter(isShown)
        .map((child) => createNode(source, child)),
    }
  }
  const [actor] = actors
  if (actors.length <= 1) return { component, parts, actor: actor ?? null, children: [] }
  const described = parts.filter((part) => !actors.includes(part))
  return { component, parts: described, actor: null, children: actors.map((each) => createLeaf(source, each)) }
}

function createLeaf(source: PlanSource, component: Component): TreeNode {
  return {
    component,
    parts: [component],
    actor: source.getActionKey(component) === null ? null : component,
    children: [],
  }
}

/** A group as one entry, whatever its size; only its first parts are described. */
function createGroupNode(source: PlanSource, component: Component): TreeNode {
  if (component.type !== groupType) return createLeaf(source, component)
  const parts = getParts(source, component)
  return {
    component,
    parts: parts.slice(0, maxParts),
    actor: findDistinctActors(source, [component, ...parts])[0] ?? null,
    children: [],
  }
}

const getParts = (source: PlanSource, group: Component): Component[] =>
  getDescendants(source, group.id).filter((member) => member.type !== groupType && isShown(member))

/**
 * One component per distinct action, so parts of a symbol with the same action form one button. An action of the group
 * itself applies to all its members.
 */
function findDistinctActors(source: PlanSource, components: readonly Component[]): Component[] {
  const byAction = new Map<string, Component>()
  for (const component of components) {
    const action = source.getActionKey(component)
    if (action !== null && !byAction.has(action)) byAction.set(action, component)
  }
  return [...byAction.values()]
}
