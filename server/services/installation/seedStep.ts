import type { EntityValues } from '../../../contract/entity/field.ts'
import type { PlantProject } from '../../simulator/plant.ts'

/** Finds the id of a row of an earlier step, by its title. */
export type IdOf = (entity: string, title: string) => string | null

/** How far back the demo's energy goes: last month is a whole one. */
export const historyDays = 62

/** Some rows of one entity: `log` ones have no names of their own and are written only where there are none at all. */
export interface SeedStep {
  readonly entity: string
  readonly project?: PlantProject
  readonly isLog?: true
  readonly rows: (idOf: IdOf) => readonly EntityValues[]
  /** What is done with rows of it once they are made, so that it happened after they were. */
  readonly moves?: readonly { readonly title: string; readonly move: string; readonly input: EntityValues }[]
}
