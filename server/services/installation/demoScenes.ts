import type { EntityValues } from '../../../contract/entity/field.ts'
import { dayStart } from '../../../contract/entity/timeZone.ts'
import type { PlantDevice, PlantProject } from '../../simulator/plant.ts'
import { type SeedStep, historyDays, type FindId } from './seedStep.ts'

const dayMs = 86_400_000

/** Sample scenes of the factory with variables, and sample charts. */
export function createSceneSteps(devices: readonly PlantDevice[]): readonly SeedStep[] {
  const project = 'factory' as const
  const padTwo = (ordinal: number): string => String(ordinal).padStart(2, '0')
  const first = (kind: string, count: number): PlantDevice[] =>
    devices.filter((device) => device.kind === kind).slice(0, count)
  const tank = first('tank', 1)[0]
  return [
    {
      entity: 'scene',
      project,
      rows: (getId): EntityValues[] => [
        {
          name: 'Pump house',
          institution: 'Water supply',
          description: 'Feed pumps and tanks of the works, drawn as they stand.',
          drawing: 'pump-house',
          status: 'enabled',
          devices: [
            ...first('pump', 4).map(({ ordinal }) => `Feed pump ${padTwo(ordinal)}`),
            ...first('tank', 3).map(({ ordinal }) => `Tank ${padTwo(ordinal)}`),
          ].flatMap((name) => getId('device', name) ?? []),
        },
        {
          name: 'Filling hall',
          institution: 'Production',
          description: 'Filling lines; their drawing is still to be made.',
          status: 'disabled',
          devices: first('line', 4).flatMap(({ ordinal }) => getId('device', `Filling line ${padTwo(ordinal)}`) ?? []),
        },
      ],
    },
    {
      entity: 'variable',
      project,
      rows: (getId) => {
        const scene = getId('scene', 'Pump house')
        if (scene === null || !tank) return []
        const rows: EntityValues[] = [
          {
            scene,
            name: 'First tank level',
            identifier: 'level',
            origin: 'tag',
            tag: `${project}/${tank.name}/level`,
            unit: '%',
            access: 'r',
          },
          { scene, name: 'Tank volume', identifier: 'volume', origin: 'input', value: '40', unit: 'm³' },
          {
            scene,
            name: 'Water in the first tank',
            identifier: 'water',
            origin: 'operation',
            formula: '{level} * {volume} / 100',
            unit: 'm³',
            everyMinutes: 1,
            statistic: 'mean',
            access: 'r',
          },
        ]
        return rows
      },
    },
    ...createLinkageSteps(project),
    {
      entity: 'chart',
      rows: () =>
        charts.map(({ name, kind, description, option }) => ({
          name,
          kind,
          description,
          option: JSON.stringify(option, null, 2),
        })),
    },
  ]
}

/**
 * Sample linkages: an active one that controls a pump by its tank, and disabled ones that raise alarms for product
 * faults.
 */
function createLinkageSteps(project: PlantProject): readonly SeedStep[] {
  const [tank, pump, product] = ['Tank 03', 'Feed pump 03', 'Filling line']
  const level = (getId: FindId, operator: string, value: string): EntityValues[] => [
    { source: 'device', device: getId('device', tank), thing: 'attribute', identifier: 'level', operator, value },
  ]
  const running = (getId: FindId, value: string): EntityValues[] => [
    { kind: 'device', device: getId('device', pump), identifier: 'running', value },
  ]
  const fault = (getId: FindId, operator: string): EntityValues[] => [
    {
      source: 'product',
      product: getId('product', product),
      thing: 'attribute',
      identifier: 'state',
      operator,
      value: '2',
    },
  ]
  return [
    {
      entity: 'linkage',
      project,
      rows: (getId): EntityValues[] => [
        // Smaller plants have no third tank.
        ...(getId('device', tank) === null || getId('device', pump) === null
          ? []
          : [
              {
                name: 'Tank 03 low: start its pump',
                triggers: level(getId, '<', '55'),
                actions: running(getId, '1'),
                status: 'enabled',
              },
              {
                name: 'Tank 03 high: stop its pump',
                triggers: level(getId, '>', '75'),
                actions: running(getId, '0'),
                status: 'enabled',
              },
            ]),
        {
          name: 'Filling line back: end the alarm',
          triggers: fault(getId, '!='),
          actions: [{ kind: 'recovery' }],
          status: 'disabled',
        },
      ],
    },
    {
      entity: 'linkage',
      project,
      rows: (getId): EntityValues[] => [
        {
          name: 'Filling line in fault: raise an alarm',
          triggers: fault(getId, '=='),
          actions: [{ kind: 'alarm', level: 2 }],
          recovery: getId('linkage', 'Filling line back: end the alarm'),
          status: 'disabled',
        },
      ],
    },
  ]
}

/** Two months of energy of the tunnel's portals, computed from the lamps' rating and marked as estimated. */
export function createTunnelEnergyStep(cabinets: readonly string[], now: number, zone: string): SeedStep {
  const rows: EntityValues[] = cabinets.flatMap((device, index) =>
    Array.from({ length: historyDays }, (_, day) => {
      const at = dayStart(zone, now, day - historyDays)
      return {
        device,
        period: 'day',
        at,
        energy: Math.round(80 * 0.12 * 24 * (0.55 + 0.06 * Math.sin(at / dayMs + index)) * 10) / 10,
        isEstimated: true,
      }
    }),
  )
  return { entity: 'energyData', project: 'tunnel', isLog: true, rows: () => rows }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']
const charts = [
  {
    name: 'Energy by month',
    kind: 'bar',
    description: 'Bars beside each other, this year and the last',
    option: {
      legend: { top: 4 },
      grid: { left: 48, right: 16, top: 40, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: months },
      yAxis: { type: 'value', name: 'MWh' },
      series: [
        { type: 'bar', name: 'This year', data: [42, 39, 36, 31, 28, 25] },
        { type: 'bar', name: 'Last year', data: [51, 48, 43, 38, 33, 31] },
      ],
    },
  },
  {
    name: 'Flow over a day',
    kind: 'line',
    description: 'A smooth line over its area',
    option: {
      grid: { left: 48, right: 16, top: 24, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'] },
      yAxis: { type: 'value', name: 'm³/h' },
      series: [
        { type: 'line', name: 'Flow', smooth: true, areaStyle: { opacity: 0.2 }, data: [18, 15, 62, 74, 66, 40] },
      ],
    },
  },
  {
    name: 'Lamps by state',
    kind: 'pie',
    description: 'A ring with its parts named',
    option: {
      tooltip: { trigger: 'item' },
      legend: { bottom: 4 },
      series: [
        {
          type: 'pie',
          radius: ['45%', '70%'],
          center: ['50%', '46%'],
          data: [
            { name: 'On', value: 148 },
            { name: 'Off', value: 9 },
            { name: 'Failed', value: 3 },
          ],
        },
      ],
    },
  },
  {
    name: 'Tank level',
    kind: 'gauge',
    description: 'A gauge from 0 to 100 %',
    option: {
      series: [
        {
          type: 'gauge',
          min: 0,
          max: 100,
          progress: { show: true, width: 12 },
          axisLine: { lineStyle: { width: 12 } },
          axisLabel: { distance: 16, fontSize: 11 },
          title: { show: false },
          detail: { formatter: '{value} %', fontSize: 20, offsetCenter: [0, '72%'] },
          data: [{ value: 64 }],
        },
      ],
    },
  },
] as const
