import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planResolver } from '../../engine/bindings/index.ts'
import { catalog } from '../../engine/components/catalog.ts'
import { isBeyond } from '../../engine/components/scale.ts'
import { groupType, readDrawing } from '../../engine/document/index.ts'
import { stateTag } from '../../contract/telemetry/index.ts'
import { plantTags } from '../../server/simulator/plant.ts'
import { samples, writeSample } from './list.ts'

/** Includes the state tag of each device. */
const tags = new Map(
  plantTags().flatMap(
    (tag) =>
      [
        [`${tag.project}/${tag.device}/${tag.point}`, tag],
        [stateTag(tag), { ...tag, writable: false }],
      ] as const,
  ),
)

describe.each(samples.map((sample) => [sample.file, sample] as const))('%s', (file, sample) => {
  it('lies in public/samples as it is composed here (npx tsx scripts/samples.ts writes it)', () => {
    expect(readFileSync(`public/samples/${file}.json`, 'utf8')).toBe(writeSample(sample))
  })

  it('reads without a problem or a warning', () => {
    const read = readDrawing(JSON.parse(writeSample(sample)).drawing, catalog)
    expect(read.problems ?? read.value.warnings).toEqual([])
  })

  it('shows only tags that its part of the plant has, and switches only writable ones', () => {
    const wrong = sample.drawing.components.flatMap(({ name, type, bindings, action }) => {
      const fields = catalog.get(type)?.fields ?? {}
      const shown = bindings.flatMap(({ prop, tag, via }) => {
        const field = fields[prop]
        return [tag, ...(field && via.kind === 'expression' ? planResolver(via, field).tags : [])]
      })
      const acted = action && 'tag' in action ? [action.tag] : []
      return [
        ...[...shown, ...acted]
          .filter((tag) => tags.get(tag)?.project !== sample.project)
          .map((tag) => `${name}: ${tag} is not there`),
        ...acted.filter((tag) => !tags.get(tag)?.writable).map((tag) => `${name}: ${tag} cannot be written`),
      ]
    })
    expect(wrong).toEqual([])
  })

  it('shows no alarm before any value is received', () => {
    const alarmed = sample.drawing.components.flatMap(({ name, type, props }) => {
      const { value, min, max, lowLimit, highLimit } = { ...catalog.get(type)?.defaults, ...props }
      return [value, min, max, lowLimit, highLimit].every((each) => typeof each === 'number') &&
        isBeyond(Number(value), {
          lowLimit: Number(lowLimit),
          highLimit: Number(highLimit),
          min: Number(min),
          max: Number(max),
        })
        ? [name]
        : []
    })
    expect(alarmed).toEqual([])
  })

  it('keeps its components on the sheet and names each well', () => {
    const { layer, components } = sample.drawing
    expect(components.length).toBeGreaterThanOrEqual(80)
    expect(components.length).toBeLessThanOrEqual(250)
    for (const { name, type, x, y, width, height } of components) {
      expect(name).not.toBe('')
      if (type !== groupType)
        expect(
          x >= 0 && y >= 0 && x + width <= layer.width && y + height <= layer.height,
          `${name} leaves the sheet`,
        ).toBe(true)
    }
  })
})
