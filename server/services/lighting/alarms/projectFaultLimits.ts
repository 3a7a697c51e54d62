import { defaultFaultLimits, type FaultLimits } from '../../../../contract/lighting/faultLimits.ts'
import { faultLimitColumns, toFaultLimits } from '../../../database/tables/faultLimitTables.ts'
import type { Db } from '../../../database/index.ts'

/** Fault limits of all projects in memory, because they are needed for every frame. */
export class ProjectFaultLimits {
  #byProject: ReadonlyMap<string, FaultLimits> = new Map()

  /** Loads the limits: at the start and after a project has changed. */
  async load(db: Db): Promise<void> {
    const rows = await db
      .selectFrom('project')
      .select(['id', ...faultLimitColumns])
      .execute()
    this.#byProject = new Map(rows.map((row) => [row.id, toFaultLimits(row)]))
  }

  get(project: string): FaultLimits {
    return this.#byProject.get(project) ?? defaultFaultLimits
  }
}
