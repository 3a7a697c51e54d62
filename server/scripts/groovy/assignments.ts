import type { Expression, Parameter, Script, Statement, Variable } from './tree.ts'

/** Finds keys of maps and properties that the script assigns. */
export function findKeys(node: unknown, add: (name: string) => void): void {
  if (Array.isArray(node)) return node.forEach((each) => findKeys(each, add))
  if (typeof node !== 'object' || node === null) return
  const { key, kind, target } = node as {
    readonly key?: Expression
    readonly kind?: string
    readonly target?: Expression
  }
  if (key?.kind === 'text') add(key.value)
  if (kind === 'assign' && target?.kind === 'property' && typeof target.name === 'string') add(target.name)
  for (const each of Object.values(node)) findKeys(each, add)
}

/** Finds names that are assigned after their declaration, in whichever scope. */
export function findReassigned(node: unknown, add: (name: string) => void): void {
  if (Array.isArray(node)) return node.forEach((each) => findReassigned(each, add))
  if (typeof node !== 'object' || node === null) return
  const { kind, target, variables, isDeclaration } = node as {
    readonly kind?: string
    readonly target?: Expression
    readonly variables?: readonly Variable[]
    readonly isDeclaration?: boolean
  }
  if ((kind === 'assign' || kind === 'step') && target?.kind === 'name') add(target.name)
  if (kind === 'multiple' && isDeclaration === false) for (const { name } of variables ?? []) add(name)
  for (const each of Object.values(node)) findReassigned(each, add)
}

/** Finds variables that are assigned but nowhere declared around the assignment. */
export function findShared(script: Script, add: (name: string) => void): void {
  const visit = (node: unknown, declared: ReadonlySet<string>): void => {
    if (Array.isArray(node)) {
      const names = new Set(declared)
      for (const each of node as readonly unknown[]) {
        visit(each, names)
        for (const name of declaredBy(each)) names.add(name)
      }
      return
    }
    if (typeof node !== 'object' || node === null) return
    const inner = new Set(declared)
    const of = node as {
      readonly kind?: string
      readonly operator?: string
      readonly target?: { kind: string; name: string }
      readonly parameters?: readonly Parameter[]
      readonly variable?: Variable
      readonly name?: string
      readonly init?: readonly Statement[]
      readonly variables?: readonly Variable[]
      readonly isDeclaration?: boolean
    }
    if (of.kind === 'closure' && of.parameters === undefined) inner.add('it')
    for (const each of of.parameters ?? []) inner.add(each.name)
    for (const each of of.init ?? []) for (const name of declaredBy(each)) inner.add(name)
    if (of.kind === 'forIn' && of.variable) inner.add(of.variable.name)
    if ('types' in of && of.name !== undefined) inner.add(of.name)
    if (of.kind === 'assign' && of.target?.kind === 'name' && !declared.has(of.target.name)) add(of.target.name)
    if (of.kind === 'multiple' && of.isDeclaration === false)
      for (const { name } of of.variables ?? []) if (!declared.has(name)) add(name)
    for (const value of Object.values(node)) visit(value, inner)
  }
  visit(script.body, new Set())
  for (const method of script.methods) visit(method, new Set())
}

function declaredBy(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null || !('kind' in node) || !('variables' in node)) return []
  const isDeclaration = node.kind === 'variables' || ('isDeclaration' in node && node.isDeclaration === true)
  return isDeclaration ? (node.variables as readonly Variable[]).map(({ name }) => name) : []
}
