import { expect, test } from 'vitest'
import { getValue } from './deviceModels.ts'
import { pointsByKind } from './plant.ts'
import { findRefusal, VirtualPlant } from './virtualPlant.ts'

const dayMs = 24 * 60_000

/** Runs a small plant for `seconds` in steps of two seconds. */
function live(world: VirtualPlant, seconds: number, each: (elapsedMs: number) => void = () => {}, fromMs = 0): void {
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed += 2000) {
    for (const machine of world.machines) world.step(machine, 2, fromMs + elapsed)
    each(fromMs + elapsed)
  }
}

function find(world: VirtualPlant, name: string) {
  const machine = world.machines.find(({ device }) => device.name === name)
  if (machine === undefined) throw new Error(`no ${name}`)
  return machine
}

test('the same seed and the same steps give the same values', () => {
  const [one, two] = [new VirtualPlant({ tags: 300, seed: 5, dayMs }), new VirtualPlant({ tags: 300, seed: 5, dayMs })]
  for (const world of [one, two]) live(world, 120)
  expect(one.machines.map(({ values }) => [...values])).toEqual(two.machines.map(({ values }) => [...values]))
})

test('every value stays within its declared limits through a whole day', () => {
  const world = new VirtualPlant({ tags: 300, dayMs })
  const wrong: string[] = []
  live(world, dayMs / 1000, () => {
    for (const { device, points, values } of world.machines) {
      for (const [index, { min, max }] of pointsByKind[device.kind].entries()) {
        const value = values[index] ?? NaN
        if (!(value >= min && value <= max)) wrong.push(`${device.name}/${points[index]}=${value}`)
      }
    }
  })
  expect(wrong).toEqual([])
})

test('street lamps burn at night and rest at noon, and power follows dimming', () => {
  const world = new VirtualPlant({ tags: 300, dayMs })
  const pole = find(world, 'pole-001')
  const seen: { dimming: number; power: number }[] = []
  live(world, dayMs / 1000, () => seen.push({ dimming: getValue(pole, 'dimming'), power: getValue(pole, 'power') }))
  const at = (percent: number) => seen.filter(({ dimming }) => dimming === percent).map(({ power }) => power)
  expect(at(100).length).toBeGreaterThan(0)
  expect(Math.max(...at(0))).toBeLessThan(1)
  expect(Math.min(...at(100))).toBeGreaterThan(140)
  expect(Math.max(...at(60))).toBeLessThan(Math.min(...at(100)))
})

test('the level of a tank changes by inflow minus outflow', () => {
  const world = new VirtualPlant({ tags: 300, dayMs })
  const tank = find(world, 'tank-01')
  const cubicMetres = 4 + (tank.device.seed % 5)
  let level = getValue(tank, 'level')
  const errors: number[] = []
  live(world, 600, () => {
    const net = getValue(tank, 'inflow') - getValue(tank, 'outflow')
    const next = getValue(tank, 'level')
    if (next > 0 && next < 100) errors.push(Math.abs(next - level - (net / 3600) * 2 * (100 / cubicMetres)))
    level = next
  })
  expect(errors.length).toBeGreaterThan(100)
  expect(Math.max(...errors)).toBeLessThan(0.03)
})

test('a started pump ramps up with its pressure and flow, and a stopped one runs down', () => {
  const world = new VirtualPlant({ tags: 300, dayMs })
  const pump = find(world, 'pump-01')
  pump.set('running', 0)
  live(world, 60)
  expect(getValue(pump, 'speedRpm')).toBe(0)
  pump.set('running', 1)
  const speeds: number[] = []
  live(world, 20, () => speeds.push(getValue(pump, 'speedRpm')), 60_000)
  expect(speeds[0]).toBeLessThan(2500)
  expect(speeds.at(-1)).toBeGreaterThan(2850)
  expect(getValue(pump, 'flow')).toBeGreaterThan(55)
  expect(getValue(pump, 'pressure')).toBeGreaterThan(5)
})

test('a lamp switched by hand stays so until it is released', () => {
  const world = new VirtualPlant({ tags: 300, dayMs })
  const lamp = find(world, 'lamp-001')
  lamp.set('lamp', 0)
  live(world, 10)
  expect([getValue(lamp, 'lamp'), getValue(lamp, 'power')]).toEqual([0, 0.6])
  lamp.set('dimming', 40)
  lamp.set('lamp', 1)
  live(world, 10)
  expect([getValue(lamp, 'lamp'), getValue(lamp, 'dimming')]).toEqual([1, 40])
  lamp.release()
  live(world, 10)
  expect(getValue(lamp, 'dimming')).not.toBe(40)
})

test('an invalid write is rejected with a code', () => {
  const { device } = find(new VirtualPlant({ tags: 300 }), 'pole-001')
  expect([
    findRefusal(device, 'dimming', 50),
    findRefusal(device, 'dimming', 101),
    findRefusal(device, 'lamp', 0.5),
    findRefusal(device, 'power', 1),
    findRefusal(device, 'horn', 1),
  ]).toEqual([null, 'value.range', 'value.range', 'point.readOnly', 'point.unknown'])
})

test('a dual CCT lamp mixes two channels, and the heads of a double lamp have a level each', () => {
  const world = new VirtualPlant({ dayMs })
  const [tunable, twin] = [find(world, 'tunable-01'), find(world, 'twin-01')]
  tunable.set('dimming', 80)
  tunable.set('colorTemperature', 25)
  twin.set('dimming', 100)
  twin.set('dimming2', 30)
  for (let round = 0; round < 5; round++) for (const machine of [tunable, twin]) world.step(machine, 2, 0)
  expect(['warm', 'cool'].map((point) => getValue(tunable, point))).toEqual([60, 20])
  expect(['dimming', 'dimming2'].map((point) => getValue(twin, point))).toEqual([100, 30])
  const both = getValue(twin, 'power')
  twin.set('lamp2', 0)
  world.step(twin, 2, 0)
  expect(getValue(twin, 'power')).toBeLessThan(both - 30)
})
