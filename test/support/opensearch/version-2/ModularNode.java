import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.env.Environment;
import org.opensearch.geo.GeoModulePlugin;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch 2 with the modules that are needed, from the class path. */
final class ModularNode extends Node {
	ModularNode(Environment environment) {
		super(
			environment,
			List.of(
				CommonAnalysisPlugin.class,
				GeoModulePlugin.class,
				MapperExtrasPlugin.class,
				PainlessPlugin.class,
				Netty4Plugin.class),
			true);
	}
}
