import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { DeviceAlarms, ProductAlarms } from './AlarmRows.tsx'

/** Product lists: points of alarms are chosen from the properties. */
export const productShape: CustomScreenConfig = { editors: { alarms: ProductAlarms } }

/** Editors of a device, for its list. */
export const deviceEditors: NonNullable<CustomScreenConfig['editors']> = { alarms: DeviceAlarms }
