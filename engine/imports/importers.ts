import { fuxa } from './fuxa/fuxa.ts'
import type { Importer } from './importer.ts'
import { meta2d } from './meta2d/meta2d.ts'
import { mimic } from './mimic/mimic.ts'
import { svg } from './svg/svg.ts'

/** All importers in the order of detection. */
export const importers: readonly Importer[] = [svg, meta2d, fuxa, mimic]
