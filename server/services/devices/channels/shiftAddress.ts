/**
 * Adds an offset to the register of a Modbus address: `holding:10.2` with 100 is `holding:110.2`, `40011` is `40111`.
 * Other texts are returned unchanged; the driver reports them.
 */
export function shiftAddress(source: string, offset: number): string {
  if (offset === 0) return source
  const named = /^([a-z]+[:\s]\s*)(0x[\da-f]{1,4}|\d{1,5})(.*)$/i.exec(source.trim())
  if (named) return `${named[1]}${Number(named[2]) + offset}${named[3]}`
  const classic = /^([0134])(\d{4,5})(\.\d{1,2})?$/.exec(source.trim())
  if (!classic) return source
  return `${classic[1]}${String(Number(classic[2]) + offset).padStart(classic[2]?.length ?? 4, '0')}${classic[3] ?? ''}`
}
