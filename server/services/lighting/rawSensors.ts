import { decodeValue } from '../../drivers/binaryValues.ts'
import { DriverFault } from '../../drivers/driver.ts'
import type { RawValues } from '../../broker/index.ts'
import type { FacilityIndex } from './facilityIndex.ts'

/**
 * Reads messages that consist of the bytes of one value, such as `01 2c`, by the data type and encoding of the sensor
 * that names their device. Consumers of the value apply the conversion coefficient, as to values of drivers.
 */
export const createRawSensors = (facilities: Pick<FacilityIndex, 'findByDevice'>): RawValues => ({
  read({ project, device }, bytes) {
    const facility = facilities.findByDevice(project, device)
    if (!facility?.raw || !facility.limits || facility.raw.bytes !== bytes.length) return null
    try {
      const value = decodeValue(Buffer.from(bytes), facility.raw.type, facility.raw.order)
      return typeof value === 'number' ? { point: facility.limits.point, value } : null
    } catch (cause) {
      if (cause instanceof DriverFault) return { point: facility.limits.point, value: NaN }
      throw cause
    }
  },
})
