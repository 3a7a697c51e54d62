/** A rule script as users write it, with a message and what the script makes of it. */
export interface Shape {
  readonly name: string
  readonly source: string
  readonly input: {
    readonly topic: string
    readonly payload: string
    readonly protocolCode?: string
    readonly serialNumber?: string
  }
  readonly expected: {
    readonly topic?: string
    readonly payload?: string
    readonly data?: Readonly<Record<string, unknown>>
    readonly isTrue?: boolean
    readonly lines?: readonly string[]
  }
}

const imports = `import cn.hutool.json.JSONArray;
import cn.hutool.json.JSONObject;
import cn.hutool.json.JSONUtil;
import cn.hutool.core.util.NumberUtil;
`
const flat = '{"temperature":23.5,"pressure":4,"state":"on"}'
const list = '[{"id":"t1","value":10.5},{"id":"t2","value":"7"}]'

/** Ten purposes of rule scripts, one script each. */
export const shapes: readonly Shape[] = [
  {
    name: 'template that passes the message on',
    source: `${imports}
// Topic and payload of the message
def inTopic = msgContext.getTopic();
def inPayload = msgContext.getPayload()
msgContext.logger.info("topic {} payload {}", inTopic, inPayload)
String outTopic = inTopic
String outPayload = inPayload;
msgContext.setTopic(outTopic)
msgContext.setPayload(outPayload);
`,
    input: { topic: '/p/d1/property/post', payload: flat },
    expected: { topic: '/p/d1/property/post', payload: flat, lines: [`topic /p/d1/property/post payload ${flat}`] },
  },
  {
    name: 'flat object into a list of id and value',
    source: `${imports}
String code = msgContext.getProtocolCode()
JSONArray rows = new JSONArray()
if ("JSON".equals(code)) {
    JSONObject source = JSONUtil.parseObj(msgContext.getPayload());
    source.keySet().forEach(key -> {
        JSONObject row = new JSONObject();
        row.put("id", key)
        row.put("value", source.getStr(key));
        rows.add(row)
        System.out.println("read " + key + " = " + source.getStr(key))
    })
}
msgContext.setPayload(rows.toString())
`,
    input: { topic: '/up', payload: flat, protocolCode: 'JSON' },
    expected: {
      payload: '[{"id":"temperature","value":"23.5"},{"id":"pressure","value":"4"},{"id":"state","value":"on"}]',
      lines: ['read temperature = 23.5', 'read pressure = 4', 'read state = on'],
    },
  },
  {
    name: 'trigger of a scene',
    source: `${imports}\ndef json = msgContext.getPayload()\nreturn sceneContext.process(json)\n`,
    input: { topic: '/scene', payload: '{"sceneId":3}' },
    expected: { isTrue: true },
  },
  {
    name: 'action of a scene',
    source: `JSONObject json = new JSONObject()\njson.put("sceneId", 7)\nif (sceneContext.process(json.toString())) { println 'scene started' } else { println 'scene refused' }\n`,
    input: { topic: '/scene', payload: '' },
    expected: { lines: ['scene started'] },
  },
  {
    name: 'HTTP push',
    source: `${imports}\nmsgContext.setData("httpBridgeID", 12)\nmsgContext.setData("level", JSONUtil.parseObj(msgContext.payload).getDouble("temperature") > 20 ? "high" : "low")\n`,
    input: { topic: '/up', payload: flat },
    expected: { data: { httpBridgeID: 12, level: 'high' } },
  },
  {
    name: 'MQTT bridge',
    source: `msgContext.setTopic("/out/" + msgContext.getSerialNumber())\nmsgContext.setData("mqttBridgeID", 3)\n`,
    input: { topic: '/up', payload: flat, serialNumber: 'D1' },
    expected: { topic: '/out/D1', data: { mqttBridgeID: 3 } },
  },
  {
    name: 'database storage',
    source: `def o = JSONUtil.parseObj(msgContext.getPayload())\no.each { key, value -> msgContext.setData(key, value) }\nmsgContext.setData("databaseBridgeID", 5)\n`,
    input: { topic: '/up', payload: flat },
    expected: { data: { temperature: 23.5, pressure: 4, state: 'on', databaseBridgeID: 5 } },
  },
  {
    name: 'database storage, older form',
    source: 'msgContext.databaseStorage(5);\n',
    input: { topic: '/up', payload: flat },
    expected: { data: { databaseBridgeID: 5 } },
  },
  {
    name: 'own values for templates',
    source: `def parts = msgContext.topic.tokenize('/')\nmsgContext.setData("area", parts[0].toUpperCase())\nmsgContext.setData("name", "\${parts[1]}-\${msgContext.serialNumber ?: 'none'}")\n`,
    input: { topic: '/hall/pump/1', payload: '' },
    expected: { data: { area: 'HALL', name: 'pump-none' } },
  },
  {
    name: 'scaling of values',
    source: `${imports}
JSONArray source = JSONUtil.parseArray(msgContext.getPayload());
JSONArray target = new JSONArray();
for (int i = 0; i < source.size(); i++) {
    JSONObject item = source.getJSONObject(i);
    JSONObject scaled = new JSONObject();
    scaled.put("id", item.getStr("id"));
    scaled.put("value", item.getBigDecimal("value") * 2);
    target.add(scaled);
}
msgContext.setPayload(target.toString());
`,
    input: { topic: '/up', payload: list },
    expected: { payload: '[{"id":"t1","value":21},{"id":"t2","value":14}]' },
  },
]
