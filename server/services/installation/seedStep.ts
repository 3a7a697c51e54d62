import type { EntityValues } from '../../../contract/entity/field.ts'
import type { PlantProject } from '../../simulator/plant.ts'

/** Returns the id of a row of an earlier step by its title. */
export type FindId = (entity: string, title: string) => string | null

/** Days of energy history in the demo, enough for a complete last month. */
export const historyDays = 62

/** Rows of one entity to create. Log rows have no names and are written only if the table is empty. */
export interface SeedStep {
  readonly entity: string
  readonly project?: PlantProject
  readonly isLog?: true
  readonly rows: (idOf: FindId) => readonly EntityValues[]
  /** Lifecycle moves applied to the rows after their creation. */
  readonly moves?: readonly { readonly title: string; readonly move: string; readonly input: EntityValues }[]
}
