import type { Role } from '../access.ts'
import { choice } from './field.ts'
import type { ChoiceField, Condition, EntityField, EntityFields, EntityValue, EntityValues, Option, ValueOf, Variant, Words } from './field.ts'

/** A way from one state to another, as a row action. The server takes it only where the row is in one of `from`. */
export interface Move {
  readonly words: Words
  readonly from: readonly (string | number)[]
  readonly to: string | number
  /** Where somebody else (a device) has to do it first: the state until then. A guard of the entity says so of a row. */
  readonly meanwhile?: string | number
  /** Only for rows of which this holds. */
  readonly when?: Condition
  /** The weakest role that may; who may write when absent. */
  readonly role?: Role
  /** Asked before it is done. */
  readonly confirm?: Words
  /** Asked for on the way and kept with the row's history; those that the row has too are written into it. */
  readonly fields?: EntityFields
  /** Said when it is done. */
  readonly done?: Words
  /** By a service only, on a row no button. */
  readonly hidden?: true
  /** Leads on, where the tones of its states do not say so. */
  readonly isForward?: true
}

export interface Lifecycle {
  /** The field that holds the state; it is made from `states` and written by moves only. */
  readonly field: string
  readonly words: Words
  readonly initial: string | number
  readonly states: readonly Option[]
  /** States in which the row is a record: it is looked at and no longer changed. */
  readonly closed?: readonly (string | number)[]
  readonly moves: Readonly<Record<string, Move>>
  /** What is said of a row that was just made in its first state, and the move that is offered with it. */
  readonly begins?: { readonly move: string; readonly words: Words }
}

/** What several fields must keep together. */
export interface Rule {
  /** Where the problem is shown. */
  readonly field: string
  readonly words: Words
  holds(values: EntityValues): boolean
  /** Which of the rows inside break it, each with what is wrong there; without it, or where it names none, the field as a whole. */
  readonly faults?: (values: EntityValues) => readonly { readonly path: string; readonly words: Words }[]
}

export interface ListView {
  /** In the order shown; the first ones are what a narrow screen keeps. */
  readonly columns: readonly string[]
  /** Text fields that the search box looks in. */
  readonly search: readonly string[]
  /** Choices, flags and references offered as filters over the list. The first moment is asked for by a span, others by whether there is one. */
  readonly filters?: readonly string[]
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' }
}

export interface EntityDeclaration<F extends EntityFields = EntityFields> {
  /** Small letters and digits in camel case: the table, the routes and the permissions are named after it. */
  readonly name: string
  /** The routes are under `/api/<path>`. */
  readonly path: string
  readonly area: 'lighting' | 'platform' | 'scada' | 'system'
  readonly words: { readonly one: Words; readonly many: Words }
  /** What an empty list tells who may add to it: what its rows are for, and what has to be there before the first. */
  readonly begin?: Words
  /** `project`: each row is in one project and seen only by who has that project. `none`: it belongs to the installation. */
  readonly scope: 'project' | 'none'
  /** The field that names a row to people. */
  readonly title: string
  readonly fields: F
  readonly list: ListView
  readonly unique?: readonly (readonly string[])[]
  readonly lifecycle?: Lifecycle
  readonly rules?: readonly Rule[]
  /** Fields that follow from the others, by name: the server writes them whenever a row is made or changed. Each is `readOnly`. */
  readonly derived?: Readonly<Record<string, (values: EntityValues) => EntityValue>>
  readonly roles?: { readonly read?: Role; readonly write?: Role; readonly remove?: Role }
  /** `server`: written by the server alone; people read, export and make moves. */
  readonly origin?: 'people' | 'server'
  /** Kept by a service of its own (accounts, projects) and not in a table of this name. */
  readonly custom?: true
  /** Each of its rows is a project: what it refers to lies in itself. */
  readonly isProject?: true
  /** Rows come by Excel too; a template is offered. */
  readonly imports?: boolean
  /**
   * The flag that makes a row public. A row without it, and its files, are there for who made it and for super administrators only; to
   * everybody else it is missing like one that never was.
   */
  readonly privacy?: string
  /**
   * The reference to the project whose managers may change a row that all projects use. Without one only super administrators change it;
   * reading is not affected.
   */
  readonly owner?: string
  /** Deleted rows can be restored from the recycle bin for a while. */
  readonly recycles?: true
  /** A flag that at most one row of a project has: the newest choice counts, and takes it from the row that had it. */
  readonly single?: string
}

/** A declared entity, its state field among the fields. From it come table, routes, validation, form, list, import and export. */
export interface Entity<F extends EntityFields = EntityFields> extends EntityDeclaration<F> {
  readonly roles: { readonly read: Role; readonly write: Role; readonly remove: Role }
  readonly origin: 'people' | 'server'
  readonly imports: boolean
  readonly unique: readonly (readonly string[])[]
  readonly rules: readonly Rule[]
}

/** What every row has besides its own fields; no field may have one of these names. */
export interface RowFrame {
  readonly id: string
  /** Counts the row's changes; an update names the one it changes. */
  readonly revision: number
  /** Of entities with scope `project`. */
  readonly project?: string
  readonly createdAt: number
  readonly createdBy: string
  readonly updatedAt: number
  readonly updatedBy: string
}
export const frameNames = ['id', 'revision', 'project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'titles'] as const

/** A row as the API gives it: its own values, and the titles of the rows it refers to by their ids. */
export type Row<F extends EntityFields = EntityFields> =
  RowFrame & { readonly titles: Readonly<Record<string, string>> } & { readonly [K in keyof F]: ValueOf<F[K]> }

/** Declares an entity. What cannot be right is refused when the module is loaded, so that no server starts with it. */
export function defineEntity<const F extends EntityFields>(declaration: EntityDeclaration<F>): Entity<F> {
  const { lifecycle, roles, list } = declaration
  const fields: F = lifecycle ? { ...declaration.fields, [lifecycle.field]: stateField(lifecycle) } : declaration.fields
  const entity: Entity<F> = {
    ...declaration,
    fields,
    roles: { read: 'operator', write: 'manager', remove: roles?.write ?? 'manager', ...roles },
    origin: declaration.origin ?? 'people',
    imports: declaration.imports ?? false,
    unique: declaration.unique ?? [],
    rules: declaration.rules ?? [],
  }
  const known = new Set<string>([...Object.keys(fields), ...frameNames])
  const named = [entity.title, ...list.columns, ...list.search, ...list.filters ?? [], list.sort.by, ...entity.unique.flat(), ...entity.rules.map(({ field }) => field)]
  for (const name of named) if (!known.has(name)) throw new Error(`${entity.name} names the field ${name}, which it does not have`)
  for (const name of frameNames) if (Object.hasOwn(declaration.fields, name)) throw new Error(`${entity.name} has a field ${name}, which every row has already`)
  checkPrivacy(entity)
  checkSingle(entity)
  checkOwner(entity)
  checkRecycling(entity)
  checkDerived(entity)
  checkLive(entity)
  checkDevices(entity)
  return Object.freeze(entity)
}

/** The fields that a person fills in when a row is made or, without the fixed ones, when it is changed. */
export function formFields(entity: Entity, purpose: 'create' | 'update'): [name: string, field: EntityField][] {
  if (entity.origin === 'server') return []
  return Object.entries(entity.fields).filter(([, field]) => field.readOnly !== true && !(purpose === 'update' && field.fixed === true))
}

/** The entity as a face of its page has it: with the fields required that must not be empty there. */
export function inFace(entity: Entity, variant: Variant | undefined): Entity {
  if (variant === undefined || !Object.values(entity.fields).some(({ requiredIn }) => requiredIn?.includes(variant))) return entity
  return { ...entity, fields: Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, field.requiredIn?.includes(variant) ? { ...field, required: true } : field])) }
}

/** The fields that are kept: all but the live ones. */
export const storedFields = (entity: Entity): [name: string, field: EntityField][] =>
  Object.entries(entity.fields).filter(([, { kind }]) => kind !== 'live')

export type EntityAction = 'list' | 'read' | 'add' | 'edit' | 'remove' | 'import' | 'export' | (string & {})

/** `lighting:cabinet:edit`: what roles hold and pages ask for. Moves are actions by their own name. */
export const permissionOf = (entity: Entity, action: EntityAction): string => `${entity.area}:${entity.name}:${action}`

function checkSingle({ name, single, fields, scope }: Entity): void {
  if (single === undefined) return
  if (fields[single]?.kind !== 'flag' || scope !== 'project') throw new Error(`${name} has one row of a project with ${single}, which is no flag of it or it is in no project`)
}

/** The bin keeps rows as they are, whatever happens to the keys of secrets meanwhile. */
function checkRecycling({ name, recycles, fields, custom }: Entity): void {
  if (recycles !== true) return
  if (custom === true) throw new Error(`${name} has a service of its own, which has to use the recycle bin itself`)
  if (Object.values(fields).some(({ kind }) => kind === 'secret')) throw new Error(`${name} has secrets, which the recycle bin does not seal anew when keys change`)
}

function checkOwner({ name, owner, fields, scope, custom, origin }: Entity): void {
  if (owner === undefined) return
  const field = fields[owner]
  if (field?.kind !== 'ref' || field.to !== 'project' || field.required || field.fixed === true) throw new Error(`${name} is owned by ${owner}, which is no optional reference to a project`)
  if (scope !== 'none' || custom === true || origin === 'server') throw new Error(`${name} has an owner project, but its rows are in projects, kept by a service of their own or written by the server`)
}

function checkPrivacy({ name, privacy, owner, fields, custom }: Entity): void {
  if (privacy === undefined) return
  if (fields[privacy]?.kind !== 'flag') throw new Error(`${name} is private by ${privacy}, which is no flag of it`)
  if (custom === true) throw new Error(`${name} has a service of its own, which has to hide its rows itself`)
  // Who removes what is referred to is told of who refers to it.
  if (Object.entries(fields).some(([field, { kind }]) => field !== owner && (kind === 'ref' || kind === 'refs' || kind === 'rows'))) throw new Error(`${name} has private rows, which cannot refer to others`)
}

function checkDerived({ name, derived = {}, fields, lifecycle }: Entity): void {
  for (const field of Object.keys(derived)) {
    const declared = fields[field]
    if (declared?.readOnly !== true || declared.kind === 'live' || field === lifecycle?.field) throw new Error(`${name} derives ${field}, which is no field that the server alone writes`)
  }
}

/** What a sheet says of a device is what people call it, which no sheet is read by; and what has a service of its own resolves no names. */
function checkDevices({ name, fields, imports, custom, scope }: Entity): void {
  if (!imports && custom !== true && scope === 'project') return
  for (const field of deviceFieldsIn(fields)) throw new Error(`${name}.${field} is shown by a device's name, which rows that are imported, in no project or kept by a service of their own cannot be`)
}

/** Also of rows within a row. */
const deviceFieldsIn = (fields: EntityFields): readonly string[] => Object.entries(fields).flatMap(([field, declared]) => {
  if (declared.kind === 'rows') return deviceFieldsIn(declared.fields).map((within) => `${field}.${within}`)
  return declared.kind === 'text' && declared.isDevice === true ? [field] : []
})

/** What a live field takes from its row is there, and is what it is taken for. */
function checkLive({ name, fields }: Entity): void {
  for (const [field, declared] of Object.entries(fields)) {
    if (declared.kind !== 'live') continue
    for (const [by, kind] of [[declared.pointBy, 'text'], [declared.scaledBy, 'number'], [declared.turnedBy, 'flag']] as const) {
      if (by !== undefined && fields[by]?.kind !== kind) throw new Error(`${name}.${field} goes by ${by}, which is no ${kind} of it`)
    }
    const { unitBy, units } = declared
    if (unitBy !== undefined && fields[unitBy]?.kind !== (units ? 'choice' : 'text')) throw new Error(`${name}.${field} has its unit by ${unitBy}, which is no ${units ? 'choice' : 'text'} of it`)
  }
}

function stateField({ words, states, initial }: Lifecycle): ChoiceField {
  return choice<string | number>(words, { options: states, default: initial, required: true, readOnly: true })
}
