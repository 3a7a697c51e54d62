/** Usual units by words of a key: the first match counts. */
const units: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:temp|temperature|tc)(?:_|$)|温度/, '°C'],
  [/(?:^|_)tf(?:_|$)/, '°F'],
  [/humidity|(?:^|_)(?:hum|rh)(?:_|$)|湿度/, '%'],
  [/powerfactor|power_factor|(?:^|_)(?:pf|factor)(?:_|$)|功率因数/, ''],
  [/apparent_?power/, 'VA'],
  [/reactive_?power/, 'var'],
  [/(?:^|_)(?:a?power|watts?|active_power)(?:_|$)|功率/, 'W'],
  [/voltage|(?:^|_)volt(?:s|_|$)|电压/, 'V'],
  [/(?:^|_)current(?:_|$)|电流/, 'A'],
  [/energy|(?:^|_)kwh(?:_|$)|电量|电能/, 'kWh'],
  [/frequency|(?:^|_)(?:freq|hz)(?:_|$)|频率/, 'Hz'],
  [/pressure|气压|压力/, 'hPa'],
  [/(?:^|_)co2(?:_|$)/, 'ppm'],
  [/pm_?(?:2_?5|10)/, 'µg/m³'],
  [/illuminance|(?:^|_)lux(?:_|$)|照度/, 'lx'],
  [/battery|(?:^|_)soc(?:_|$)|电池/, '%'],
  [/(?:^|_)(?:rssi|signal)(?:_|$)|信号/, 'dBm'],
  [/(?:^|_)snr(?:_|$)/, 'dB'],
  [/(?:^|_)rpm(?:_|$)|转速/, 'rpm'],
  [/uptime/, 's'],
]

/** Suggests a unit for a key; an empty text if there is no usual one. */
export function suggestUnit(key: string): string {
  const words = splitWords(key).join('_')
  return units.find(([pattern]) => pattern.test(words))?.[1] ?? ''
}

/**
 * Splits a key at signs and at changes of case, in small letters: `deviceTemperature` and `device_temperature` are the
 * same.
 */
export const splitWords = (key: string): string[] =>
  key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
