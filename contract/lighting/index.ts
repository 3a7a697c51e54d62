import type { Entity } from '../entity/define.ts'
import { accessChannel } from './accessChannel.ts'
import { alarm } from '../alarms/alarm.ts'
import { area, floor } from './area.ts'
import { cabinet } from './cabinet.ts'
import { camera } from './camera.ts'
import { energyData, freezeData } from './energy.ts'
import { loop } from './loop.ts'
import { pole } from './pole.ts'
import { sensor } from './sensor.ts'
import { brightness, lightCalendar, lightScene, timetable } from './strategies.ts'
import { thirdParty } from './thirdParty.ts'
import { tunnel, tunnelSection } from './tunnel.ts'
import { workOrder } from './workOrder.ts'

/** The lighting entities. Each precedes the entities that refer to it. */
export const lightingEntities: readonly Entity[] = [
  lightCalendar,
  timetable,
  lightScene,
  brightness,
  cabinet,
  tunnel,
  tunnelSection,
  area,
  floor,
  loop,
  pole,
  sensor,
  camera,
  thirdParty,
  accessChannel,
  workOrder,
  alarm,
  freezeData,
  energyData,
]
