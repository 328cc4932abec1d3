import Foundation
import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct SchemaTests {
    private func schema(of application: LootApplication) throws -> [String: Any] {
        let data = Data(application.configurationSchema().utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func member(_ value: Any?, _ keys: String...) -> Any? {
        keys.reduce(value) { ($0 as? [String: Any])?[$1] }
    }

    @Test func `the schema has all sections with their plugins and options`() throws {
        let application = try Fixture().application()
        let schema = try schema(of: application)
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["additionalProperties"] as? Bool == false)
        for (section, kind) in [
            ("store", PluginDescriptor.Kind.store), ("sections", .sectioning), ("frontEnd", .frontEnd),
        ] {
            let forms = try #require(member(schema, "properties", section, "anyOf") as? [Any])
            #expect(member(forms.first, "type") as? String == "string")
            let plugins = application.plugins.filter { $0.kind == kind }
            #expect(forms.count == plugins.count + 1)
            for (form, plugin) in zip(forms.dropFirst(), plugins) {
                let keys = (member(form, "properties") as? [String: Any])?.keys.sorted()
                let own = kind == .store ? ["use", "with"] : ["use"]
                #expect(keys == (plugin.options.map(\.name) + own).sorted())
                #expect(member(form, "properties", "use", "const") as? String == plugin.name)
                #expect(member(form, "additionalProperties") as? Bool == false)
                let isDefault = ["json", "none", "cli"].contains(plugin.name)
                #expect(member(form, "required") as? [String] == (isDefault ? nil : ["use"]))
            }
        }
    }

    @Test func `the schema of an option contains the plugin's summary`() throws {
        let schema = try schema(of: Fixture().application())
        let stores = try #require(member(schema, "properties", "store", "anyOf") as? [Any])
        let (json, remote) = (stores[2], stores[3])
        #expect(member(json, "properties", "indent", "minimum") as? Int == 0)
        #expect(member(json, "properties", "indent", "maximum") as? Int == 8)
        #expect(member(json, "properties", "indent", "default") as? Int == 2)
        #expect(member(json, "properties", "indent", "description") as? String == "Spaces per level")
        #expect(member(json, "properties", "backups", "items", "type") as? String == "string")
        #expect(member(remote, "properties", "retries", "minimum") as? Int == 0)
        #expect(member(remote, "properties", "retries", "maximum") == nil)
        #expect(member(remote, "properties", "token", "writeOnly") as? Bool == true)
        let wrappers = try #require(member(schema, "$defs", "with", "items", "anyOf") as? [Any])
        #expect(member(json, "properties", "with", "$ref") as? String == "#/$defs/with")
        #expect(member(wrappers[0], "enum") as? [String] == ["audit", "limit"])
        #expect(member(wrappers[2], "properties", "most", "maximum") as? Int == 1000)
    }

    @Test func `a schema without plugins is valid`() throws {
        let application = LootApplication(registry: Registry(), sources: ConfigurationSources())
        let schema = try schema(of: application)
        #expect(schema["type"] as? String == "object")
        #expect(member(schema, "properties", "actions", "maxItems") as? Int == 0)
        #expect(member(schema, "properties", "actions", "items") == nil)
    }
}
