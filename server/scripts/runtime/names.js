// Names that the compiler knows: methods of all types, and static methods by class.
import './textMethods.js'
import './mapMethods.js'
import './setMethods.js'
import './numberMethods.js'
import './classes.js'
import './host.js'
import { listStatics, methodNames, tables } from './tables.js'

export const staticNames = listStatics()
export { methodNames }
export const hasMethod = (table, name, count) => tables[table].methods[count]?.[name] !== undefined
