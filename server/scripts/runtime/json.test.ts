import { describe, expect, it } from 'vitest'
import { runGroovy } from '../../../tests/support/groovy/runGroovy.ts'

const cases: readonly (readonly [string, string])[] = [
  // Reading: whole numbers by size, decimals exactly, keys in their order.
  ['JSONUtil.parseObj(\'{"b":1,"a":2}\').keySet()', 'Set [b, a]'],
  ['JSONUtil.parseObj(\'{"10":1,"9":2,"x":3}\').toString()', 'String {"10":1,"9":2,"x":3}'],
  ['JSONUtil.parseObj(\'{"v":2147483648}\').v', 'Long 2147483648'],
  ['JSONUtil.parseObj(\'{"v":7}\').v', 'Integer 7'],
  ['JSONUtil.parseObj(\'{"v":1.10}\').v', 'BigDecimal 1.10'],
  ['JSONUtil.parseObj(\'{"v":1e3}\').v', 'BigDecimal 1E+3'],
  ['JSONUtil.parseObj(\'{"v":null,"t":true}\').toString()', 'String {"v":null,"t":true}'],
  ['JSONUtil.parseObj(\'{"a":{"b":[1,{"c":"x"}]}}\').a.b[1].c', 'String x'],
  ['JSONUtil.parseArray(\'[1,"a",2.50]\').toString()', 'String [1,"a",2.5]'],
  ["JSONUtil.parse('[1]') instanceof JSONArray", 'Boolean true'],
  ['JSONUtil.parseObj(\'{"__proto__":1,"constructor":2}\').toString()', 'String {"__proto__":1,"constructor":2}'],
  ['JSONUtil.parseObj(\'{"a":"\\\\u0000n1.5"}\').getStr("a").size()', 'Integer 5'],
  ["JSONUtil.parseObj('no')", 'throws JSONException'],
  ["JSONUtil.parseArray('{}')", 'throws JSONException'],
  ['JSONUtil.isJson(\'{"a":1}\') && !JSONUtil.isJson("x")', 'Boolean true'],
  // Access with a type: null where there is nothing of it.
  [
    'def o = JSONUtil.parseObj(\'{"a":"12","b":3.9,"c":"x"}\'); [o.getInt("a"), o.getInt("b"), o.getInt("c"), o.getInt("d")]',
    'List [12, 3, null, null]',
  ],
  [
    'def o = JSONUtil.parseObj(\'{"a":5}\'); [o.getStr("a"), o.getLong("a"), o.getDouble("a"), o.getBigDecimal("a"), o.getStr("z", "none"), o.getInt("z", 9)]',
    'List [5, 5, 5.0, 5, none, 9]',
  ],
  [
    'def o = JSONUtil.parseObj(\'{"a":true,"b":"false","c":1}\'); [o.getBool("a"), o.getBool("b"), o.getBool("c"), o.getBool("d")]',
    'List [true, false, true, null]',
  ],
  [
    'def o = JSONUtil.parseObj(\'{"a":{"b":1},"l":[1,2]}\'); o.getJSONObject("a").getInt("b") + o.getJSONArray("l").size()',
    'Integer 3',
  ],
  ['JSONUtil.parseObj(\'{"a":{"b":[10,20]}}\').getByPath("a.b[1]")', 'Integer 20'],
  // Objects that were read are converted when a script needs more than a text or a number of them.
  [
    'def o = JSONUtil.parseObj(\'{"a":1}\'); [o.getStr("constructor"), o.getStr("__proto__"), o.getInt("toString"), o.getInt("a"), o.constructor]',
    'List [null, null, null, 1, null]',
  ],
  [
    'def o = JSONUtil.parseObj(\'{"a":1,"b":2}\'); o.getInt("a"); o.put("c", 3); o.remove("a"); o.put("b", null); o.toString()',
    'String {"b":null,"c":3}',
  ],
  [
    'def l = JSONUtil.parseArray(\'[{"a":1}]\'); l.getJSONObject(0).put("a", 5); l.getJSONObject(0).getInt("a") + l[0].a',
    'Integer 10',
  ],
  [
    'def o = JSONUtil.parseObj(\'{"a":{"b":1}}\'); o.getJSONObject("a").put("b", 7); o.clone = 1; o.toString()',
    'String {"a":{"b":7},"clone":1}',
  ],
  ['def o = JSONUtil.parseObj(\'{"a":1}\'); o.clear(); o.toString() + new JSONObject([a: 1]).size()', 'String {}1'],
  ['JSONUtil.parseObj(\'{"a":1,"b":[]}\') == JSONUtil.parseObj(\'{"a":1,"b":[]}\')', 'Boolean true'],
  ['def o = JSONUtil.parseObj(\'{"a":3}\'); [o.getBigDecimal("a") * 2, o.getBigDecimal("a") + 0.5]', 'List [6, 3.5]'],
  // Objects that a script makes keep the order of their keys and their values, whoever writes them as JSON.
  [
    'def o = new JSONObject(); o.put("b", 1); o.put("10", 2); o.put("9", 3); o.put("", 4); o.put("__proto__", 5); o.put("constructor", 6); o.toString()',
    'String {"b":1,"10":2,"9":3,"":4,"__proto__":5,"constructor":6}',
  ],
  [
    'def l = new JSONArray(); [1.10, 0.0000001, 123456789012345678.5, 1e20, 2.50, -0.5, 100.00].each { l.add(it) }; l.toString()',
    'String [1.1,0.0000001,123456789012345678.5,100000000000000000000,2.5,-0.5,100]',
  ],
  [
    'def o = new JSONObject(); o.put("l", 9007199254740993L); o.put("g", 123456789012345678901G); o.put("d", 2.5d); o.put("t", true); o.put("x", "\\u4e2d\\"\\n"); o.toString()',
    'String {"l":9007199254740993,"g":123456789012345678901,"d":2.5,"t":true,"x":"\u4e2d\\"\\n"}',
  ],
  [
    'def o = new JSONObject(); o.put("a", 1); o.put("b", "x"); o.put("a", null); [o.containsKey("a"), o.containsKey("b"), o.containsKey("toString"), o.get("b"), o.c, o.size(), o.toString()]',
    'List [false, true, false, x, null, 1, {"b":"x"}]',
  ],
  [
    'def o = new JSONObject(); o.put("m", [k: [1, [z: 2.0]]]); o.put("r", 1..3); def l = new JSONArray(); l << [a: 1] << o; l[0].put("b", 2); l.toString()',
    'String [{"a":1,"b":2},{"m":{"k":[1,{"z":2}]},"r":[1,2,3]}]',
  ],
  [
    'def o = new JSONObject(); o.put("a", 1); def p = JSONUtil.parseObj(o.toString()); p.put("b", null); [o == p, o.toString(), p.toString(), p.containsKey("b")]',
    'List [false, {"a":1}, {"a":1,"b":null}, true]',
  ],
  ['def l = new JSONArray(); l.add({ it }); l.add(1); l.toString()', 'String ["Closure",1]'],
  // Variables of a known type that hold null.
  ['def o = JSONUtil.parseObj("{}"); o.getJSONObject("x").getStr("y")', 'throws NullPointerException'],
  ['JSONObject o = null; o.getStr(println("before"))', 'before\nthrows NullPointerException'],
  ['JSONObject o = null; o.toString()', 'String null'],
  ['JSONObject o = null; [o?.getStr("a")]', 'List [null]'],
  ['JSONArray l = null; l.size()', 'throws NullPointerException'],
  ['JSONArray l = null; l = new JSONArray(); l.add(1); l.size()', 'Integer 1'],
  // Writing.
  [
    "JSONUtil.toJsonStr([a: [1, [b: 2]], c: 'x', d: [:], e: [], f: null, g: [h: [i: true]]])",
    'String {"a":[1,{"b":2}],"c":"x","d":{},"e":[],"f":null,"g":{"h":{"i":true}}}',
  ],
  ["JSONUtil.toJsonStr([(1.5): 1, (2): 'a', (null): 3])", 'String {"1.5":1,"2":"a","null":3}'],
  [
    'JSONUtil.toJsonStr([12345678901G, 1.50, 3000000000L, 2.0d, 100.0, -5, 1..3, [1, 2] as Set])',
    'String [12345678901,1.5,3000000000,2,100,-5,[1,2,3],[1,2]]',
  ],
  // Changing.
  [
    'def o = new JSONObject(); o.put("a", 1).put("b", "x"); o.c = 2.50; o["d"] = [1, [e: null]]; o.toString()',
    'String {"a":1,"b":"x","c":2.5,"d":[1,{}]}',
  ],
  ['def o = new JSONObject([a: 1, b: [2]]); o.remove("a"); o.toString()', 'String {"b":[2]}'],
  ['def o = new JSONObject(); o.put("a", null); [o.size(), o.isEmpty(), o.containsKey("a")]', 'List [0, true, false]'],
  [
    'def l = new JSONArray(); l.add(1); l << "a"; l.put(new JSONObject().put("k", 1.0)); l.toString()',
    'String [1,"a",{"k":1}]',
  ],
  ['def l = new JSONArray(); l.add([a: 1]); l[0].a', 'Integer 1'],
  ['JSONUtil.toJsonStr([a: [1, 2.0, null, true], b: "x\\"y"])', 'String {"a":[1,2,null,true],"b":"x\\"y"}'],
  ['JSONUtil.toJsonStr(1.50d)', 'String 1.5'],
  ['"${new JSONObject().put("a", 1)}"', 'String {"a":1}'],
  ['JSONUtil.parseArray(\'[{"v":1},{"v":2}]\').collect { it.v * 1.5 }.sum()', 'BigDecimal 4.5'],
  // NumberUtil works on exact decimals.
  ['NumberUtil.add(0.1, 0.2)', 'BigDecimal 0.3'],
  ['NumberUtil.add(0.1d, 0.2d)', 'Double 0.3'],
  ['NumberUtil.sub(5, 1.5)', 'BigDecimal 3.5'],
  ['NumberUtil.mul("1.5", "2")', 'BigDecimal 3.0'],
  ['NumberUtil.div(10, 3)', 'BigDecimal 3.3333333333'],
  ['NumberUtil.div(10, 3, 2)', 'BigDecimal 3.33'],
  ['NumberUtil.round(2.345, 2)', 'BigDecimal 2.35'],
  ['NumberUtil.round("2.5", 0)', 'BigDecimal 3'],
]

describe('JSON of scripts', () => {
  it('reads, modifies and writes according to the tables', async () => {
    const results = await runGroovy(cases.map(([source]) => source))
    expect(
      cases.flatMap(([source, expected], index) =>
        results[index] === expected ? [] : [{ source, expected, result: results[index] }],
      ),
    ).toEqual([])
  })
})
