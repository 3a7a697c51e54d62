import { writeFileSync } from 'node:fs'
import { samples, writeSample } from './samples/list.ts'

// Generates the sample drawings of the demo: npx tsx scripts/samples.ts
for (const sample of samples) {
  writeFileSync(new URL(`../public/samples/${sample.file}.json`, import.meta.url), writeSample(sample))
  console.log(`${sample.file}: ${sample.drawing.components.length} components`)
}
