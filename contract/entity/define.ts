import type { Role } from '../access.ts'
import { choice } from './field.ts'
import type {
  ChoiceField,
  Condition,
  EntityField,
  EntityFields,
  EntityValue,
  EntityValues,
  Option,
  FieldValue,
  Variant,
  Words,
} from './field.ts'

/**
 * A transition between two states, offered as a row action. The server rejects it unless the row is in one of `from`.
 */
export interface Move {
  readonly words: Words
  readonly from: readonly (string | number)[]
  readonly to: string | number
  /**
   * State until another party, such as a device, confirms the transition. A guard of the entity decides for each row
   * whether confirmation is required.
   */
  readonly pendingState?: string | number
  /** The transition is offered only for rows that meet this condition. */
  readonly when?: Condition
  /** Minimum role. Defaults to the write role of the entity. */
  readonly role?: Role
  /** Confirmation text shown before the transition. */
  readonly confirm?: Words
  /**
   * Fields requested for the transition and stored in the row's history. Fields that the row also has are written to
   * the row.
   */
  readonly fields?: EntityFields
  /** Message shown after the transition. */
  readonly done?: Words
  /** Only services make this transition; rows show no button for it. */
  readonly hidden?: true
  /** Marks the primary action when the tones of the states do not show it. */
  readonly isForward?: true
}

/** Declares the states of an entity and the transitions between them. */
export interface Lifecycle {
  /** Name of the state field. It is generated from `states` and written by transitions only. */
  readonly field: string
  readonly words: Words
  readonly initial: string | number
  readonly states: readonly Option[]
  /** States in which the row is read-only. */
  readonly closed?: readonly (string | number)[]
  readonly moves: Readonly<Record<string, Move>>
  /** Hint for a new row in its initial state, and the transition offered with it. */
  readonly creationHint?: { readonly move: string; readonly words: Words }
}

/** A constraint over several fields. */
export interface Rule {
  /** The field at which the problem is shown. */
  readonly field: string
  readonly words: Words
  holds(values: EntityValues): boolean
  /**
   * Returns the inner rows that break the rule, with their paths and messages. If it is absent or returns none, the
   * problem belongs to the whole field.
   */
  readonly faults?: (values: EntityValues) => readonly { readonly path: string; readonly words: Words }[]
}

/** Declares the list page of an entity: columns, search, filters and initial order. */
export interface ListView {
  /** Column order. A narrow screen keeps the first ones. */
  readonly columns: readonly string[]
  /** Text fields that the search box covers. */
  readonly search: readonly string[]
  /**
   * Choices, flags and references offered as list filters. The first instant field is filtered by a range, further ones
   * by whether they have a value.
   */
  readonly filters?: readonly string[]
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' }
}

/** Declares an entity. Table, routes, permissions, forms and lists are generated from this object. */
export interface EntityDeclaration<F extends EntityFields = EntityFields> {
  /** Camel case, letters and digits. Table, routes and permissions are named after it. */
  readonly name: string
  /** Base path of the routes: `/api/<path>`. */
  readonly path: string
  readonly area: 'lighting' | 'platform' | 'scada' | 'system'
  readonly words: { readonly one: Words; readonly many: Words }
  /** Hint in an empty list for users who may add rows: the purpose of the rows and their prerequisites. */
  readonly begin?: Words
  /**
   * `project`: each row belongs to one project and is visible only to accounts with access to that project. `none`:
   * rows belong to the installation.
   */
  readonly scope: 'project' | 'none'
  /** The field shown as the title of a row. */
  readonly title: string
  readonly fields: F
  readonly list: ListView
  readonly unique?: readonly (readonly string[])[]
  readonly lifecycle?: Lifecycle
  readonly rules?: readonly Rule[]
  /** Computed fields by name. The server writes them whenever a row is created or changed. Each must be `readOnly`. */
  readonly derived?: Readonly<Record<string, (values: EntityValues) => EntityValue>>
  readonly roles?: { readonly read?: Role; readonly write?: Role; readonly remove?: Role }
  /** `server`: only the server writes rows; users read, export and make transitions. */
  readonly origin?: 'people' | 'server'
  /** A dedicated service stores the rows (accounts, projects); there is no table with this name. */
  readonly custom?: true
  /** Each row is a project, so its references point into that same project. */
  readonly isProject?: true
  /** Rows can be imported from Excel; a template is offered. */
  readonly imports?: boolean
  /**
   * The flag that makes a row public. A private row and its files are visible only to its creator and super
   * administrators; for other accounts the row does not exist.
   */
  readonly privacy?: string
  /**
   * The reference to the owner project, for rows shared by all projects. Its managers may change the row; without one
   * only super administrators may. Reading is not affected.
   */
  readonly owner?: string
  /**
   * Only the creator of a row and the managers of its project may change or remove it. Requires `privacy`, which records
   * the creator.
   */
  readonly authored?: true
  /** Deleted rows move to the recycle bin. */
  readonly recycles?: true
  /** A flag that at most one row per project has. Setting it on a row clears it on the previous one. */
  readonly single?: string
}

/**
 * A declared entity including its state field. Tables, routes, validation, forms, lists, imports and exports derive
 * from it.
 */
export interface Entity<F extends EntityFields = EntityFields> extends EntityDeclaration<F> {
  readonly roles: { readonly read: Role; readonly write: Role; readonly remove: Role }
  readonly origin: 'people' | 'server'
  readonly imports: boolean
  readonly unique: readonly (readonly string[])[]
  readonly rules: readonly Rule[]
}

/** Fields that every row has besides its own. No declared field may use these names. */
export interface RowFrame {
  readonly id: string
  /** Increases with each change. An update names the revision it changes. */
  readonly revision: number
  /** Only for entities with scope `project`. */
  readonly project?: string
  readonly createdAt: number
  readonly createdBy: string
  readonly updatedAt: number
  readonly updatedBy: string
}
export const frameNames = [
  'id',
  'revision',
  'project',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'titles',
] as const

/** A row as the API returns it: its values, and the titles of referenced rows by id. */
export type Row<F extends EntityFields = EntityFields> = RowFrame & {
  readonly titles: Readonly<Record<string, string>>
} & { readonly [K in keyof F]: FieldValue<F[K]> }

/** Declares an entity. Throws an Error for an invalid declaration, so the server cannot start with one. */
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
  const fieldNames = new Set<string>([...Object.keys(fields), ...frameNames])
  const usedNames = [
    entity.title,
    ...list.columns,
    ...list.search,
    ...(list.filters ?? []),
    list.sort.by,
    ...entity.unique.flat(),
    ...entity.rules.map(({ field }) => field),
  ]
  for (const name of usedNames)
    if (!fieldNames.has(name)) throw new Error(`${entity.name} names the field ${name}, which it does not have`)
  for (const name of frameNames)
    if (Object.hasOwn(declaration.fields, name))
      throw new Error(`${entity.name} has a field ${name}, which every row has already`)
  for (const name of list.search)
    if (fields[name]?.kind !== 'text')
      throw new Error(`${entity.name}.${name} is searched, which only text fields can be`)
  checkPrivacy(entity)
  checkSingle(entity)
  checkOwner(entity)
  checkRecycling(entity)
  checkDerived(entity)
  checkLive(entity)
  checkDevices(entity)
  return Object.freeze(entity)
}

/** Returns the fields of the create or update form. Read-only fields are excluded, and fixed fields for an update. */
export function formFields(entity: Entity, purpose: 'create' | 'update'): [name: string, field: EntityField][] {
  if (entity.origin === 'server') return []
  return Object.entries(entity.fields).filter(
    ([, field]) => field.readOnly !== true && !(purpose === 'update' && field.fixed === true),
  )
}

/** Returns the entity for a page variant: fields listed in `requiredIn` become required. */
export function withVariantRules(entity: Entity, variant: Variant | undefined): Entity {
  if (variant === undefined || !Object.values(entity.fields).some(({ requiredIn }) => requiredIn?.includes(variant)))
    return entity
  return {
    ...entity,
    fields: Object.fromEntries(
      Object.entries(entity.fields).map(([name, field]) => [
        name,
        field.requiredIn?.includes(variant) ? { ...field, required: true } : field,
      ]),
    ),
  }
}

/** Returns the stored fields: all except live fields. */
export const storedFields = (entity: Entity): [name: string, field: EntityField][] =>
  Object.entries(entity.fields).filter(([, { kind }]) => kind !== 'live')

/** Action on an entity, the last part of its permission. Other texts are the names of transitions. */
export type EntityAction = 'list' | 'read' | 'add' | 'edit' | 'remove' | 'import' | 'export' | (string & {})

/**
 * Returns the permission of an action, for example `lighting:cabinet:edit`. Transitions use their own name as the
 * action.
 */
export const getPermission = (entity: Entity, action: EntityAction): string => `${entity.area}:${entity.name}:${action}`

function checkSingle({ name, single, fields, scope }: Entity): void {
  if (single === undefined) return
  if (fields[single]?.kind !== 'flag' || scope !== 'project')
    throw new Error(`${name} has single field ${single}, which must be a flag of an entity that belongs to projects`)
}

/** The recycle bin stores rows unchanged and cannot re-encrypt secrets after a key change. */
function checkRecycling({ name, recycles, fields, custom }: Entity): void {
  if (recycles !== true) return
  if (custom === true) throw new Error(`${name} has a service of its own, which has to use the recycle bin itself`)
  if (Object.values(fields).some(({ kind }) => kind === 'secret'))
    throw new Error(`${name} has secrets, which the recycle bin cannot encrypt again when keys change`)
}

function checkOwner({ name, owner, fields, scope, custom, origin }: Entity): void {
  if (owner === undefined) return
  const field = fields[owner]
  if (field?.kind !== 'ref' || field.to !== 'project' || field.required || field.fixed === true)
    throw new Error(`${name} is owned by ${owner}, which is no optional reference to a project`)
  if (scope !== 'none' || custom === true || origin === 'server')
    throw new Error(
      `${name} has an owner project, but its rows are in projects, kept by a service of their own or written by the server`,
    )
}

function checkPrivacy({ name, privacy, authored, scope, owner, fields, custom }: Entity): void {
  if (authored === true && (privacy === undefined || scope !== 'project'))
    throw new Error(`${name} is changed by its creator only, which needs a privacy field and a project`)
  if (privacy === undefined) return
  if (fields[privacy]?.kind !== 'flag') throw new Error(`${name} has privacy field ${privacy}, which is not a flag`)
  if (custom === true) throw new Error(`${name} has a service of its own, which has to hide its rows itself`)
  // Deleting a referenced row lists the rows that refer to it, which would reveal private rows.
  if (
    Object.entries(fields).some(
      ([field, { kind }]) => field !== owner && (kind === 'ref' || kind === 'refs' || kind === 'rows'),
    )
  )
    throw new Error(`${name} has private rows, which cannot refer to others`)
}

function checkDerived({ name, derived = {}, fields, lifecycle }: Entity): void {
  for (const field of Object.keys(derived)) {
    const declared = fields[field]
    if (declared?.readOnly !== true || declared.kind === 'live' || field === lifecycle?.field)
      throw new Error(`${name} derives ${field}, which is no field that the server alone writes`)
  }
}

/**
 * Device fields are shown by display name, which imports cannot resolve. Entities with a dedicated service do not
 * resolve display names either.
 */
function checkDevices({ name, fields, imports, custom, scope }: Entity): void {
  if (!imports && custom !== true && scope === 'project') return
  for (const field of deviceFieldsIn(fields))
    throw new Error(
      `${name}.${field} is shown by a device's name, which rows that are imported, in no project or kept by a service of their own cannot be`,
    )
}

/** Includes fields of inner rows. */
const deviceFieldsIn = (fields: EntityFields): readonly string[] =>
  Object.entries(fields).flatMap(([field, declared]) => {
    if (declared.kind === 'rows') return deviceFieldsIn(declared.fields).map((within) => `${field}.${within}`)
    return declared.kind === 'text' && declared.isDevice === true ? [field] : []
  })

/** Checks that the fields named by a live field exist and have the expected kind. */
function checkLive({ name, fields }: Entity): void {
  for (const [field, declared] of Object.entries(fields)) {
    if (declared.kind !== 'live') continue
    for (const [by, kind] of [
      [declared.pointBy, 'text'],
      [declared.scaledBy, 'number'],
      [declared.invertedBy, 'flag'],
    ] as const) {
      if (by !== undefined && fields[by]?.kind !== kind)
        throw new Error(`${name}.${field} refers to ${by}, which is not one of its ${kind} fields`)
    }
    const { unitBy, units } = declared
    if (unitBy !== undefined && fields[unitBy]?.kind !== (units ? 'choice' : 'text'))
      throw new Error(
        `${name}.${field} has its unit by ${unitBy}, which is not one of its ${units ? 'choice' : 'text'} fields`,
      )
  }
}

function stateField({ words, states, initial }: Lifecycle): ChoiceField {
  return choice<string | number>(words, { options: states, default: initial, required: true, readOnly: true })
}
