/** Names of the benchmark's tags: component n is bound to point n of the plant. */
export const project = 'bench'
export const pointsPerDevice = 100

export const deviceName = (device: number): string => `device-${device}`
export const pointName = (point: number): string => `point${point}`
export const getTag = (index: number): string =>
  `${project}/${deviceName(Math.floor(index / pointsPerDevice))}/${pointName(index % pointsPerDevice)}`
