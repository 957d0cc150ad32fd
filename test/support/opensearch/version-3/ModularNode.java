import java.util.List;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.env.Environment;
import org.opensearch.geo.GeoModulePlugin;
import org.opensearch.index.mapper.MapperExtrasModulePlugin;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** A node of OpenSearch 3 with the modules that are needed, from the class path. */
final class ModularNode extends Node {
	ModularNode(Environment environment) {
		super(
			environment,
			Stream.of(
					ThailessAnalysis.class,
					GeoModulePlugin.class,
					MapperExtrasModulePlugin.class,
					PainlessModulePlugin.class,
					Netty4ModulePlugin.class)
				.map(module -> describe(module.getName()))
				.toList(),
			true);
	}

	private static PluginInfo describe(String name) {
		return new PluginInfo(name, name, "NA", Version.CURRENT, "21", name, null, List.of(), false);
	}
}
