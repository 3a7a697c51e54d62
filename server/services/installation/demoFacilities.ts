import { encodeLocalized } from '../../../contract/localizedText.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { dayStart } from '../../../contract/entity/timeZone.ts'
import { getUrgency } from '../../../contract/alarms/alarm.ts'
import { alarmSentence, type AlarmMessageInput } from '../../../contract/alarms/alarmSentence.ts'
import {
  type DeviceKind,
  plantDevices,
  type PlantDevice,
  type PlantProject,
  type PlantSize,
} from '../../simulator/plant.ts'
import { boardStep, isFactoryKind, products, productStep } from './demoProducts.ts'
import { createLampTypeSteps } from './demoLampTypes.ts'
import { createSceneSteps, createTunnelEnergyStep } from './demoScenes.ts'
import { type SeedStep, historyDays } from './seedStep.ts'

const polesPerCabinet = 20
const maxPoles = 400
const dayMs = 86_400_000
/** Position of the street's first lamp, near the default map center (specification, section 9). */
const corner = { longitude: 114.026, latitude: 22.3175 }
const spacing = 0.00029
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const
const zoneEnds = {
  th1: [0, 90],
  th2: [90, 180],
  tr1: [180, 300],
  tr2: [300, 440],
  in: [440, 860],
  ex: [860, 960],
} as const
const tubes = ['left', 'right'] as const
const tunnelName = 'North tunnel'
/** Index of the tunnel sensor that counts traffic. */
const counter = 3

/**
 * Facilities of the virtual plant with their devices, in an order without forward references. Days start in the
 * project's time zone.
 */
export function createDemoSteps(
  size: PlantSize,
  now: number,
  getZone: (project: PlantProject) => string,
): readonly SeedStep[] {
  const devices = plantDevices(size)
  const filterKind = (kind: DeviceKind): readonly PlantDevice[] => devices.filter((device) => device.kind === kind)
  const poles = filterKind('pole').slice(0, maxPoles)
  const cabinets = filterKind('cabinet').slice(0, Math.max(1, Math.ceil(poles.length / polesPerCabinet)))
  return [
    productStep,
    ...createStreetSteps(cabinets, poles, filterKind('loop')),
    ...createLampTypeSteps(devices),
    ...createStreetLogs(cabinets, poles, now, getZone('street')),
    ...createTunnelSteps(
      filterKind('lamp').slice(0, maxPoles),
      filterKind('portal').slice(0, tubes.length),
      filterKind('sensor'),
      filterKind('fan'),
      filterKind('sign'),
      now,
      getZone('tunnel'),
    ),
    ...createFactorySteps(devices),
    ...createSceneSteps(devices),
    boardStep,
  ]
}

function createStreetSteps(
  cabinets: readonly PlantDevice[],
  poles: readonly PlantDevice[],
  loops: readonly PlantDevice[],
): SeedStep[] {
  const project = 'street'
  const getCabinet = ({ ordinal }: PlantDevice): number =>
    Math.min(cabinets.length - 1, Math.floor((ordinal - 1) / polesPerCabinet))
  return [
    {
      entity: 'timetable',
      project,
      rows: () => [
        {
          name: 'All night',
          isDefault: true,
          points: [
            ['18:00', 100, 50],
            ['23:00', 60, 40],
            ['01:00', 40, 30],
            ['05:00', 80, 50],
            ['06:30', 0, 50],
          ].map(([at, dimming, colorTemperature]) => ({
            event: 'clock',
            at: at ?? '',
            dimming: dimming ?? 0,
            colorTemperature: colorTemperature ?? 0,
          })),
        },
      ],
    },
    {
      entity: 'lightCalendar',
      project,
      rows: () => [
        {
          name: 'Public holidays',
          priority: 20,
          days: [
            { label: 'New Year', from: '12-31', to: '01-01' },
            { label: 'Labour Day', from: '05-01', to: null },
          ],
        },
      ],
    },
    {
      entity: 'timetable',
      project,
      rows: (getId) => [
        {
          name: 'Festive night',
          isDefault: false,
          calendars: [getId('lightCalendar', 'Public holidays') ?? ''],
          replaces: getId('timetable', 'All night'),
          points: [
            { event: 'sunset', at: null, offset: -15, dimming: 100, colorTemperature: 40 },
            { event: 'clock', at: '02:00', offset: 0, dimming: 60, colorTemperature: 30 },
            { event: 'sunrise', at: null, offset: 15, dimming: 0, colorTemperature: 50 },
          ],
        },
      ],
    },
    {
      entity: 'lightScene',
      project,
      rows: () => [
        {
          name: 'Evening and night',
          scenes: [
            { label: 'Full', dimming: 100, colorTemperature: 60 },
            { label: 'Evening', dimming: 80, colorTemperature: 45 },
            { label: 'Night', dimming: 30, colorTemperature: 20 },
          ],
        },
      ],
    },
    {
      entity: 'area',
      project,
      rows: (getId) =>
        ['Harbour side', 'Hill side'].map((name, index) => ({
          name,
          number: index + 1,
          timetable: getId('timetable', 'All night'),
          scene: getId('lightScene', 'Evening and night'),
          luminaire: 'LED 150',
          power: 150,
          spacing: 30,
          height: 10,
        })),
    },
    {
      entity: 'cabinet',
      project,
      rows: () =>
        cabinets.map(({ name, ordinal }) => ({
          name: `Cabinet ${padTwo(ordinal)}`,
          address: `0000${padTwo(ordinal)}`,
          communication: 1,
          device: name,
          installAddress: formatStreet(ordinal - 1),
          ...computeCoordinates(ordinal - 1, -0.6),
          specification: '800 x 600 x 250 mm',
        })),
    },
    {
      entity: 'loop',
      project,
      rows: (getId) =>
        cabinets.flatMap(({ ordinal }) =>
          [1, 2].map((group) => ({
            name: `Loop ${padTwo(ordinal)}.${group}`,
            kind: group === 1 ? 2 : 1,
            device: loops[(ordinal - 1) * 2 + group - 1]?.name ?? null,
            address: String(group),
            cabinet: getId('cabinet', `Cabinet ${padTwo(ordinal)}`),
            group,
            protocol: 3,
            workMode: group === 1 ? 1 : 0,
            ratio: 10,
            installation: ordinal === cabinets.length && group === 2 ? 'failed' : 'installed',
          })),
        ),
    },
    {
      entity: 'pole',
      project,
      rows: (getId) =>
        poles.map((pole) => {
          const street = getCabinet(pole)
          return {
            name: `Pole ${padThree(pole.ordinal)}`,
            address: padThree(pole.ordinal),
            cabinet: getId('cabinet', `Cabinet ${padTwo(street + 1)}`),
            area: getId('area', street % 2 === 0 ? 'Harbour side' : 'Hill side'),
            channel: 1,
            kind: 1,
            protocol: 3,
            workMode: 0,
            device: pole.name,
            ratedPower: 150,
            dimming: 100,
            colorTemperature: 50,
            ...computeCoordinates(street, pole.ordinal - 1 - street * polesPerCabinet),
            installation: pole.ordinal % 53 === 0 ? 'failed' : pole.ordinal % 41 === 0 ? 'uninstalled' : 'installed',
          }
        }),
    },
  ]
}

/**
 * History of a running street: alarms, work orders and two months of energy, computed from the lamps' rating and marked
 * as estimated.
 */
function createStreetLogs(
  cabinets: readonly PlantDevice[],
  poles: readonly PlantDevice[],
  now: number,
  zone: string,
): SeedStep[] {
  const project = 'street'
  const days = Array.from({ length: historyDays }, (_, index) => dayStart(zone, now, index - historyDays))
  const computeEnergy = ({ seed }: PlantDevice, at: number): number =>
    round(polesPerCabinet * 0.15 * 11.5 * (0.62 + 0.08 * Math.sin(at / dayMs) + (seed % 100) / 1000))
  const [first, second, third] = [poles[4], poles[22], poles[52]]
  const alarm = (
    pole: PlantDevice | undefined,
    minutesAgo: number,
    fault: string,
    level: number,
    figures: { readonly value?: number; readonly limit?: number; readonly clearedAt?: number },
  ): EntityValues[] =>
    pole
      ? [
          {
            event: `demo-${pole.name}`,
            fault,
            level,
            owner: 'pole',
            device: pole.name,
            ...figures,
            message: encodeAlarm({ fault, name: `Pole ${padThree(pole.ordinal)}`, ...figures }),
            at: now - minutesAgo * 60_000,
            status: 'unconfirmed',
          },
        ]
      : []
  return [
    {
      entity: 'alarm',
      project,
      isLog: true,
      rows: () =>
        [
          ...alarm(first, 42, 'lampFailure', 3, { value: 0.6, limit: 2 }),
          ...alarm(second, 180, 'power', 2, { value: 186, limit: 180, clearedAt: now - 170 * 60_000 }),
          ...alarm(third, 1500, 'temperature', 1, { value: 86, limit: 85, clearedAt: now - 1420 * 60_000 }),
          {
            event: 'demo-cabinet',
            fault: 'doorOpen',
            level: 2,
            owner: 'cabinet',
            device: cabinets[0]?.name ?? null,
            message: encodeAlarm({ fault: 'doorOpen', name: 'Cabinet 01' }),
            at: now - 2 * dayMs,
            clearedAt: now - 2 * dayMs + 900_000,
            status: 'confirmed',
            confirmedBy: 'server',
            confirmedAt: now - 2 * dayMs + 600_000,
          },
        ].map(addUrgency),
    },
    {
      entity: 'workOrder',
      project,
      rows: (): readonly EntityValues[] => [
        {
          number: 'WO-0001',
          level: 3,
          source: 'alarm',
          classification: 'repair',
          device: first?.name ?? null,
          content: 'Replace the driver of a pole that gives no light.',
          submitter: 'Duty desk',
          status: 'waiting',
        },
        {
          number: 'WO-0002',
          level: 2,
          source: 'inspection',
          classification: 'maintenance',
          device: cabinets[0]?.name ?? null,
          content: 'Clean the fan filter of cabinet 01.',
          submitter: 'Duty desk',
          status: 'waiting',
        },
      ],
      moves: [{ title: 'WO-0002', move: 'dispatch', input: { handler: 'Field team' } }],
    },
    {
      entity: 'energyData',
      project,
      isLog: true,
      rows: () =>
        cabinets.flatMap((cabinet) =>
          days.map((at) => ({
            device: cabinet.name,
            period: 'day',
            at,
            energy: computeEnergy(cabinet, at),
            isEstimated: true,
          })),
        ),
    },
  ]
}

function createTunnelSteps(
  lamps: readonly PlantDevice[],
  portals: readonly PlantDevice[],
  sensors: readonly PlantDevice[],
  fans: readonly PlantDevice[],
  signs: readonly PlantDevice[],
  now: number,
  clock: string,
): SeedStep[] {
  const project = 'tunnel'
  const tube = zones.map((zone) => ({ from: zoneEnds[zone][0], to: zoneEnds[zone][1], name: zone.toUpperCase() }))
  const sectionName = (side: (typeof tubes)[number], zone: string): string =>
    `${side === 'left' ? 'Left' : 'Right'} ${zone.toUpperCase()}`
  const areaName = (side: (typeof tubes)[number]): string => `${side === 'left' ? 'Left' : 'Right'} tube`
  const sections = tubes.flatMap((side) =>
    zones.map((zone, index) => ({ side, zone, number: index + 1, name: sectionName(side, zone) })),
  )
  // Lamps are denser at the entrance.
  const shares = [0.16, 0.3, 0.45, 0.6, 0.85, 1] as const
  const half = Math.max(1, Math.ceil(lamps.length / 2))
  const findSection = (ordinal: number): (typeof sections)[number] | undefined => {
    const isRight = ordinal > half
    const share = ((ordinal - 1) % half) / half
    return sections[(isRight ? zones.length : 0) + shares.findIndex((end) => share < end)]
  }
  // The entrance of one tube follows daylight, the others use scenes: a day of the plant lasts minutes, and dimming all
  // lamps at every step would fill the operation log.
  const isInDaylight = (place: ReturnType<typeof findSection>): boolean =>
    place?.side === 'right' && (place.zone === 'th1' || place.zone === 'th2')
  return [
    {
      entity: 'brightness',
      project,
      rows: () => [
        {
          name: 'Clear day',
          threshold1: 100,
          threshold2: 85,
          transition1: 60,
          transition2: 40,
          interior: 20,
          exit: 55,
          designLuminance: 4000,
          least: 10,
          lightTraffic: 80,
        },
      ],
    },
    { entity: 'area', project, rows: () => tubes.map((side, index) => ({ name: areaName(side), number: index + 1 })) },
    {
      entity: 'cabinet',
      project,
      rows: () =>
        tubes.map((side, index) => ({
          name: `Portal cabinet ${side}`,
          address: `0100${index + 1}`,
          communication: 2,
          device: portals[index]?.name ?? null,
          installAddress: `${side === 'left' ? 'South' : 'North'} portal`,
        })),
    },
    {
      entity: 'tunnel',
      project,
      rows: (getId) => [
        {
          name: tunnelName,
          brightness: getId('brightness', 'Clear day'),
          address: 'Ring road, km 12.4',
          length: 960,
          laneCount: 2,
          laneWidth: 3.75,
          direction: 'one',
          designSpeed: 80,
          statisticPeriod: 15,
          left: tube,
          right: tube,
          labelling: 'done',
        },
      ],
    },
    {
      entity: 'tunnelSection',
      project,
      rows: (getId) =>
        sections.map(({ side, zone, number, name }) => ({
          name,
          number,
          tunnel: getId('tunnel', tunnelName),
          tube: side,
          zone,
        })),
    },
    {
      entity: 'pole',
      project,
      rows: (getId) =>
        lamps.map(({ name, ordinal }) => ({
          name: `Luminaire ${padThree(ordinal)}`,
          address: padThree(ordinal),
          cabinet: getId('cabinet', `Portal cabinet ${ordinal > half ? 'right' : 'left'}`),
          section: getId('tunnelSection', findSection(ordinal)?.name ?? ''),
          area: getId('area', areaName(ordinal > half ? 'right' : 'left')),
          channel: 2,
          kind: 1,
          protocol: 3,
          workMode: isInDaylight(findSection(ordinal)) ? 0 : 2,
          device: name,
          ratedPower: 90,
          dimming: 100,
          installation: 'installed',
        })),
    },
    {
      entity: 'sensor',
      project,
      rows: (getId) =>
        sensors.map(({ name, ordinal }) => ({
          ...(ordinal === counter
            ? { name: `Traffic ${padTwo(ordinal)}`, kind: 3, point: 'traffic', laneCount: 2 }
            : { name: `Luminance ${padTwo(ordinal)}`, kind: 2, point: 'luminance' }),
          address: `2${padTwo(ordinal)}`,
          cabinet: getId('cabinet', `Portal cabinet ${ordinal % 2 === 0 ? 'right' : 'left'}`),
          tunnel: getId('tunnel', tunnelName),
          protocol: 3,
          workMode: ordinal <= counter ? 1 : 2,
          isMain: ordinal <= counter,
          device: name,
          installation: 'installed',
          ...computePosition(ordinal, sensors.length, 0.25),
        })),
    },
    {
      entity: 'thirdParty',
      project,
      rows: (getId) => [
        ...fans.map(({ name, ordinal }) => ({
          name: `Jet fan ${padTwo(ordinal)}`,
          number: name,
          kind: 'fan',
          tunnel: getId('tunnel', tunnelName),
          device: name,
        })),
        ...signs.map(({ name, ordinal }) => ({
          name: `Message sign ${padTwo(ordinal)}`,
          number: name,
          kind: 'sign',
          tunnel: getId('tunnel', tunnelName),
          device: name,
          ...computePosition(ordinal, signs.length, 0.75),
        })),
      ],
    },
    {
      entity: 'alarm',
      project,
      isLog: true,
      rows: () =>
        lamps[30]
          ? [
              addUrgency({
                event: 'demo-lamp',
                fault: 'dimmingFailure',
                level: 2,
                owner: 'pole',
                device: lamps[30].name,
                message: encodeAlarm({ fault: 'dimmingFailure', name: `Luminaire ${padThree(lamps[30].ordinal)}` }),
                at: now - 95 * 60_000,
                status: 'unconfirmed',
              }),
            ]
          : [],
    },
    createTunnelEnergyStep(
      portals.map(({ name }) => name),
      now,
      clock,
    ),
  ]
}

/** Adds the order of an alarm in lists. */
const addUrgency = (row: EntityValues): EntityValues => ({ ...row, urgency: getUrgency(row) })

/** Positions alternate between the tubes; `shift` separates two kinds. */
function computePosition(ordinal: number, count: number, shift: number): { tube: string; metre: number } {
  const each = Math.ceil(count / tubes.length)
  return {
    tube: tubes[(ordinal - 1) % tubes.length] ?? 'left',
    metre: Math.round(((Math.floor((ordinal - 1) / tubes.length) + shift) / each) * zoneEnds.ex[1]),
  }
}

function createFactorySteps(devices: readonly PlantDevice[]): SeedStep[] {
  const project = 'factory'
  return [
    {
      entity: 'floor',
      project,
      rows: () => [{ name: 'Pump house', number: 0, building: 'Works', drawing: 'pump-house' }],
    },
    {
      entity: 'device',
      project,
      rows: (getId) =>
        devices
          .filter((device) => device.project === project)
          .flatMap(({ kind, name, ordinal }) =>
            isFactoryKind(kind)
              ? [
                  {
                    name: `${products[kind].name} ${padTwo(ordinal)}`,
                    serial: `demo-${name}`,
                    product: getId('product', products[kind].name),
                    plantDevice: name,
                    address: 'Works',
                  },
                ]
              : [],
          ),
    },
  ]
}

/** Streets alternate between across and along, starting at the corner. */
function computeCoordinates(street: number, along: number): { longitude: number; latitude: number } {
  const [lane, step] = [Math.floor(street / 2), along * spacing]
  const isAcross = street % 2 === 0
  return {
    longitude: roundCoordinate(corner.longitude + (isAcross ? step : 0.00075 + lane * 0.0015)),
    latitude: roundCoordinate(corner.latitude + (isAcross ? lane * 0.0014 : -0.0007 + step * 0.93)),
  }
}

const formatStreet = (street: number): string =>
  street % 2 === 0 ? `Harbour street ${street / 2 + 1}` : `Hill street ${(street + 1) / 2}`
const padTwo = (ordinal: number): string => String(ordinal).padStart(2, '0')
const padThree = (ordinal: number): string => String(ordinal).padStart(3, '0')
const roundCoordinate = (value: number): number => Math.round(value * 1e6) / 1e6
const encodeAlarm = (sentence: AlarmMessageInput): string => encodeLocalized(alarmSentence(sentence))
const round = (value: number): number => Math.round(value * 100) / 100
