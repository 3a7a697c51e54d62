import type { PlantDevice } from '../../simulator/plant.ts'
import type { SeedStep } from './seedStep.ts'

const project = 'street'
const areaName = 'Market square'
const cabinetName = 'Cabinet 01'
/** The square beside the street's first cabinet. */
const corner = { longitude: 114.0255, latitude: 22.3155 }
const spacing = 0.0003

/** An area with the other types of lamps and loops: dual CCT, double head, dimmed and tinted circuits. */
export function createLampTypeSteps(devices: readonly PlantDevice[]): SeedStep[] {
  const lamps = devices.filter(({ kind }) => kind === 'tunable' || kind === 'twin')
  const loops = devices.filter(({ kind }) => kind === 'dimmer' || kind === 'tinter')
  if (lamps.length === 0) return []
  const padTwo = (ordinal: number): string => String(ordinal).padStart(2, '0')
  return [
    {
      entity: 'area',
      project,
      rows: (getId) => [
        {
          name: areaName,
          number: 3,
          timetable: getId('timetable', 'All night'),
          scene: getId('lightScene', 'Evening and night'),
          luminaire: 'LED 150',
          power: 150,
          spacing: 25,
          height: 8,
        },
      ],
    },
    {
      entity: 'pole',
      project,
      rows: (getId) =>
        lamps.map(({ kind, name, ordinal }, index) => ({
          name: kind === 'twin' ? `Double head ${padTwo(ordinal)}` : `Dual CCT ${padTwo(ordinal)}`,
          address: `${kind === 'twin' ? 'D' : 'C'}${padTwo(ordinal)}`,
          cabinet: getId('cabinet', cabinetName),
          area: getId('area', areaName),
          channel: 4,
          kind: kind === 'twin' ? 3 : 2,
          protocol: 3,
          workMode: 0,
          device: name,
          ratedPower: kind === 'twin' ? 300 : 150,
          ...(kind === 'twin' ? { dimming2: 60 } : {}),
          longitude: corner.longitude + (index % 2) * spacing,
          latitude: corner.latitude - Math.floor(index / 2) * spacing,
          installation: 'installed',
        })),
    },
    {
      entity: 'loop',
      project,
      rows: (getId) =>
        loops.map(({ kind, name }, index) => ({
          name: kind === 'tinter' ? 'Tunable arcade' : 'Dimmed arcade',
          kind: kind === 'tinter' ? 4 : 3,
          address: String(11 + index),
          cabinet: getId('cabinet', cabinetName),
          area: getId('area', areaName),
          group: 3,
          protocol: 3,
          workMode: 0,
          ratio: 10,
          device: name,
          installation: 'installed',
        })),
    },
  ]
}
