import type { Entity } from '../entity/define.ts'

/** The entities of this area, in the order in which a table can refer to those before it. */
export const systemEntities: readonly Entity[] = []
